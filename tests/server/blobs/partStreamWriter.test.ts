import { expect, it } from 'vitest'
import { MiB } from '../../../contract/limits.ts'
import { PartStreamWriter } from '../../../server/blobs/s3/partStreamWriter.ts'

const oneMiB = new Uint8Array(MiB)

/** Where parts arrive, and how many bytes were taken before they went on. */
function newPartReceiver() {
  const seen = { written: 0, received: 0, mostHeld: 0, parts: [] as number[], isComplete: false }
  const target = {
    begin: () => Promise.resolve(),
    async putPart(_n: number, source: AsyncIterable<Uint8Array>, length: number) {
      let size = 0
      for await (const bytes of source) {
        seen.mostHeld = Math.max(seen.mostHeld, seen.written - seen.received)
        seen.received += bytes.length
        size += bytes.length
      }
      if (size !== length) throw new Error('wrong size')
      seen.parts.push(size)
    },
    complete() {
      seen.isComplete = true
      return Promise.resolve()
    },
  }
  const write = async (writer: PartStreamWriter, bytes: Uint8Array) => {
    await writer.write(bytes)
    seen.written += bytes.length
  }
  return { seen, target, write }
}

it('sends large parts while their bytes come, and holds a few pieces', async () => {
  const { seen, target, write } = newPartReceiver()
  const writer = new PartStreamWriter(target, { size: 80 * MiB, partSize: 31 * MiB + 7 })
  for (let i = 0; i < 80; i++) await write(writer, oneMiB)
  await writer.close()
  expect(seen.parts).toEqual([31 * MiB + 7, 31 * MiB + 7, 18 * MiB - 14])
  expect(seen.isComplete).toBe(true)
  expect(seen.mostHeld).toBeLessThanOrEqual(2 * MiB)
})

it.each([
  ['less', 7],
  ['a part less', 5],
  ['more', 9],
])('refuses an object that has %s than was said', async (_name, pieces) => {
  const { seen, target, write } = newPartReceiver()
  const writer = new PartStreamWriter(target, { size: 8 * MiB, partSize: 5 * MiB })
  const writing = (async () => {
    for (let i = 0; i < pieces; i++) await write(writer, oneMiB)
    await writer.close()
  })()
  await expect(writing).rejects.toThrow(/wrong ?size/i)
  await writer.abandon()
  expect(seen.isComplete).toBe(false)
})

it('says that a part has failed while more of it comes', async () => {
  const { target, write } = newPartReceiver()
  const failing = {
    ...target,
    async putPart(_n: number, source: AsyncIterable<Uint8Array>) {
      for await (const bytes of source) if (bytes.length > 0) throw new Error('connection lost')
    },
  }
  const writer = new PartStreamWriter(failing, { size: 80 * MiB, partSize: 31 * MiB })
  const writing = (async () => {
    for (let i = 0; i < 10; i++) await write(writer, oneMiB)
  })()
  await expect(writing).rejects.toThrow('connection lost')
  await writer.abandon()
})
