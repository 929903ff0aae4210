import { pbkdf2, randomBytes } from 'node:crypto'
import { mkdtemp, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { statDiskFile, diskSource } from '../../cli/platform/diskSource.ts'

const content = randomBytes(10_000)
const fileChangedFault = { fault: { code: 'file-changed' } }
let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealpost-source-'))
  path = join(folder, 'a.bin')
  await writeFile(path, content)
  // Of a whole second, which can be given to another file.
  await utimes(path, 1_700_000_000, 1_700_000_000)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const openSource = async () => diskSource(await statDiskFile(path))

describe('a file on the disk', () => {
  it('is what its entry says', async () => {
    const { mtimeMs } = await stat(path)
    expect(await openSource()).toMatchObject({
      name: 'a.bin',
      size: content.length,
      lastModified: Math.floor(mtimeMs),
    })
  })

  it('is read whole, its beginning alone, and front to back into the memory that is given', async () => {
    const file = await openSource()
    expect(content.equals(await file.whole())).toBe(true)
    expect(content.subarray(0, 10).equals(await file.head(10))).toBe(true)
    expect((await file.head(20_000)).length).toBe(content.length)
    const reader = file.reader()
    const memory = new ArrayBuffer(7000)
    const pieces: Buffer[] = []
    for (const bytes of [6000, 4000]) {
      const piece = await reader.read(bytes, memory)
      expect(piece.buffer).toBe(memory)
      pieces.push(Buffer.from(piece))
    }
    expect(Buffer.concat(pieces).equals(content)).toBe(true)
    reader.close()
  })

  it('stays open until a read that was begun before its end is over', async () => {
    const reader = (await openSource()).reader()
    await reader.read(1, new ArrayBuffer(1))
    // The read waits behind these for a thread.
    const busy = Array.from({ length: 16 }, () => promisify(pbkdf2)('', '', 100_000, 32, 'sha256'))
    const reading = reader.read(5000, new ArrayBuffer(5000))
    await new Promise((resolve) => setImmediate(resolve))
    reader.close()
    expect(content.subarray(1, 5001).equals(await reading)).toBe(true)
    await Promise.all(busy)
  })

  it('of no bytes is read as well', async () => {
    await writeFile(path, '')
    expect((await (await openSource()).whole()).length).toBe(0)
  })

  it('that is none, or not there, is told', async () => {
    await expect(statDiskFile(folder)).rejects.toMatchObject(fileChangedFault)
    await expect(statDiskFile(join(folder, 'missing'))).rejects.toMatchObject(fileChangedFault)
  })
})

describe('a file that is not what it was', () => {
  const changes: [string, () => Promise<unknown>][] = [
    ['is longer', () => writeFile(path, Buffer.concat([content, content]))],
    ['is shorter', () => writeFile(path, content.subarray(0, 5000))],
    ['has another date', () => utimes(path, new Date(), new Date(1_000_000))],
    ['is gone', () => rm(path)],
    [
      'is another of the same size and date',
      async () => {
        const other = join(folder, 'other')
        await writeFile(other, randomBytes(content.length))
        await utimes(other, 1_700_000_000, 1_700_000_000)
        await rename(other, path)
      },
    ],
  ]

  it.each(changes)('%s: fails before anything is read', async (_, change) => {
    const file = await openSource()
    await change()
    await expect(file.whole()).rejects.toMatchObject(fileChangedFault)
    await expect(file.head(10)).rejects.toMatchObject(fileChangedFault)
  })

  it.each(changes)('%s: fails in mid-read', async (_, change) => {
    const reader = (await openSource()).reader()
    await reader.read(5000, new ArrayBuffer(5000))
    await change()
    await expect(reader.read(1000, new ArrayBuffer(1000))).rejects.toMatchObject(fileChangedFault)
    reader.close()
  })

  it('fails when more is wanted than there is, and when it is closed', async () => {
    const reader = (await openSource()).reader()
    await expect(reader.read(content.length + 1, new ArrayBuffer(20_000))).rejects.toMatchObject(
      fileChangedFault,
    )
    reader.close()
    await expect(reader.read(1, new ArrayBuffer(1))).rejects.toMatchObject(fileChangedFault)
  })
})
