import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { blobSource, readTogether } from '../../workers/blobSource.ts'

const content = randomBytes(10_000)
const fileChanged = { fault: { code: 'file-changed' } }

/** A file whose stream brings so many bytes at a time, as a browser's brings less than is asked for. */
function fileInPieces(bytes: number, length = content.length): File {
  const file = new File([content.subarray(0, length)], 'a.bin')
  let at = 0
  const stream = () =>
    new ReadableStream({
      type: 'bytes',
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve))
        const piece = content.subarray(at, Math.min(length, at + bytes))
        at += piece.length
        if (piece.length > 0) {
          controller.enqueue(new Uint8Array(piece))
        } else {
          controller.close()
          controller.byobRequest?.respond(0)
        }
      },
    })
  return Object.assign(file, { stream })
}

describe('a large file', () => {
  it('is read in order, also where the next read is asked for before the one before has ended', async () => {
    const reader = blobSource(fileInPieces(700)).reader()
    const reads = [4000, 1000, 5000].map((bytes) => reader.read(bytes, new ArrayBuffer(5000)))
    const bytes = Buffer.concat(await Promise.all(reads))
    expect(bytes.equals(content)).toBe(true)
  })

  it('is read into the memory that is given, which is taken away', async () => {
    const reader = blobSource(fileInPieces(700)).reader()
    const memory = new ArrayBuffer(6000)
    const read = await reader.read(5000, memory)
    expect(memory.byteLength).toBe(0)
    expect(read.buffer.byteLength).toBe(6000)
    expect(Buffer.from(read).equals(content.subarray(0, 5000))).toBe(true)
  })

  it('is another one when it has become shorter', async () => {
    const reader = blobSource(fileInPieces(700, 6000)).reader()
    await reader.read(5000, new ArrayBuffer(5000))
    await expect(reader.read(5000, new ArrayBuffer(5000))).rejects.toMatchObject(fileChanged)
  })

  it('is another one when the browser no longer gives it, though its stream goes on', async () => {
    const file = fileInPieces(700)
    const reader = blobSource(file).reader()
    await reader.read(1000, new ArrayBuffer(1000))
    file.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) })
    await expect(reader.read(1000, new ArrayBuffer(1000))).rejects.toMatchObject(fileChanged)
  })

  it('is read where files have no streams of bytes', async () => {
    const stream = vi.spyOn(Blob.prototype, 'stream').mockImplementation(() => new ReadableStream())
    const reader = blobSource(new File([content], 'a.bin')).reader()
    const reads = [4000, 6000].map((bytes) => reader.read(bytes, new ArrayBuffer(6000)))
    expect(Buffer.concat(await Promise.all(reads)).equals(content)).toBe(true)
    stream.mockRestore()
  })
})

describe('a small file', () => {
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }

  it('is read whole, and its beginning alone', async () => {
    const source = blobSource(new File([content], 'a.bin'))
    expect(Buffer.from(await source.whole()).equals(content)).toBe(true)
    expect(Buffer.from(await source.head(10)).equals(content.subarray(0, 10))).toBe(true)
  })

  it('is read together with others, of which none may have changed', async () => {
    const files = [0, 4000, 10].map((size) => new File([content.subarray(0, size)], 'a.bin'))
    const read = await readTogether(files)
    expect(read.map((bytes) => Buffer.from(bytes).equals(content.subarray(0, bytes.length)))).toEqual([
      true,
      true,
      true,
    ])
    expect(read.map(({ length }) => length)).toEqual([0, 4000, 10])
    expect(new Set(read.map(({ buffer }) => buffer)).size).toBe(1)
  })

  it('is another one when it is gone, or shorter than it says', async () => {
    const gone = Object.assign(new File([content], 'a.bin'), unreadable)
    await expect(blobSource(gone).whole()).rejects.toMatchObject(fileChanged)
    const shorter = new File([content], 'a.bin')
    Object.defineProperty(shorter, 'size', { value: content.length + 1 })
    await expect(blobSource(shorter).whole()).rejects.toMatchObject(fileChanged)
  })
})
