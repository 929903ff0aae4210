import { describe, expect, it } from 'vitest'
import { copyingReader, readFully, byobReader, type ReadInto } from '../../../core/util/byteReader.ts'
import { patternBytes, streamOf } from '../crypto/testBytes.ts'

const bytes = patternBytes(1000)
const cutSizes = [7, 0, 130, 1, 64]

const readers: [string, () => ReadInto][] = [
  ['that hands out memory of its own', () => copyingReader(streamOf(bytes, cutSizes).getReader())],
  ['of bytes', () => byobReader(byteStream().getReader({ mode: 'byob' }))],
]

function byteStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (at === bytes.length) {
        controller.close()
        controller.byobRequest?.respond(0)
        return
      }
      controller.enqueue(bytes.slice(at, (at += 50)))
    },
  })
}

describe.each(readers)('a stream %s', (_, open) => {
  it('fills the same memory over and over, and the last time not all of it', async () => {
    const read = open()
    let memory = new ArrayBuffer(300)
    for (const [start, end] of [
      [0, 300],
      [300, 600],
      [600, 900],
      [900, 1000],
      [1000, 1000],
    ] as const) {
      const filled = await readFully(read, 300, memory)
      expect([...filled]).toEqual([...bytes.subarray(start, end)])
      memory = filled.buffer
      expect(memory.byteLength).toBe(300)
    }
  })
})

it('has no bytes where a read is cancelled, whose memory is lost', async () => {
  const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({
    type: 'bytes',
    pull: () => new Promise<void>(() => undefined),
  })
  const reader = silent.getReader({ mode: 'byob' })
  const reading = readFully(byobReader(reader), 4, new ArrayBuffer(4))
  await reader.cancel()
  expect(await reading).toHaveLength(0)
})
