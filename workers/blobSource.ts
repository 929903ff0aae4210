import { fault, FaultError } from '../core/faults/fault.ts'
import { readFully, byobReader } from '../core/util/byteReader.ts'
import { mutex } from '../core/util/mutex.ts'
import type { Bytes, Source, SourceReader } from '../core/ports.ts'

/** The port `Source` over a file that the person chose. */
export const blobSource = (file: File): Source => ({
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  head: (bytes) => readBlob(file.slice(0, bytes)),
  whole: () => readBlob(file),
  reader: () => new BlobReader(file),
})

/** Reads files as one Blob: a browser spends more on a read of its own than on sealing a small file. */
export async function readTogether(files: readonly File[]): Promise<Bytes[]> {
  const { buffer } = await readBlob(new Blob([...files]))
  let end = 0
  return files.map(({ size }) => {
    end += size
    return new Uint8Array(buffer, end - size, size)
  })
}

/** The file has changed since it was picked. Its key must not be used for other bytes. */
const fileChanged = () => new FaultError(fault('file-changed'))

async function readBlob(blob: Blob): Promise<Bytes> {
  const bytes = await blob.arrayBuffer().catch(() => {
    // NotReadableError: modified since it was picked. NotFoundError: deleted or moved.
    throw fileChanged()
  })
  if (bytes.byteLength !== blob.size) throw fileChanged()
  return new Uint8Array(bytes)
}

/** Reads a large file through one stream into reused memory, which costs less than slices. */
class BlobReader implements SourceReader {
  readonly #file: File
  readonly #isStreamed = hasByteStreams()
  #position = 0
  #reader: ReadableStreamBYOBReader | undefined
  /** A read takes several pieces of the stream, so reads must not overlap. */
  readonly #serialize = mutex()

  constructor(file: File) {
    this.#file = file
  }

  /** Reads the next bytes. Can be called again before the previous call has ended. */
  read(bytes: number, memory: ArrayBuffer): Promise<Bytes> {
    return this.#serialize(() => this.#read(bytes, memory))
  }

  async #read(bytes: number, memory: ArrayBuffer): Promise<Bytes> {
    const start = this.#position
    this.#position += bytes
    const read = this.#isStreamed
      ? await this.#readStream(bytes, memory)
      : await readBlob(this.#file.slice(start, start + bytes))
    if (read.length !== bytes) throw fileChanged()
    return read
  }

  async #readStream(bytes: number, memory: ArrayBuffer): Promise<Bytes> {
    this.#reader ??= this.#file.stream().getReader({ mode: 'byob' })
    const read = await readFully(byobReader(this.#reader), bytes, memory).catch(() => {
      throw fileChanged()
    })
    // A stream checks the file's date only when opened: the bytes may be of a later version.
    await readBlob(this.#file.slice(0, 1))
    return read
  }

  close(): void {
    // A stream that has failed need not be cancelled.
    this.#reader?.cancel().catch(() => undefined)
  }
}

/** True if files have byte streams, tried on an empty Blob: a stream of another kind may read a whole file at once. */
function hasByteStreams(): boolean {
  try {
    const reader = new Blob().stream().getReader({ mode: 'byob' })
    reader.cancel().catch(() => undefined)
    return true
  } catch {
    return false
  }
}
