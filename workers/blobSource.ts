import { fault, FaultError } from '../core/faults/fault.ts'
import { fill, filling } from '../core/util/byteReader.ts'
import type { Bytes, Source, SourceReader } from '../core/ports.ts'

/** A file that was picked. */
export const blobSource = (file: File): Source => ({
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  head: (bytes) => readBlob(file.slice(0, bytes)),
  whole: () => readBlob(file),
  reader: () => new BlobReader(file),
})

/** The file is not what it was when it was picked. Its key must not be used for other bytes. */
const changed = () => new FaultError(fault('file-changed'))

async function readBlob(blob: Blob): Promise<Bytes> {
  const bytes = await blob.arrayBuffer().catch(() => {
    // NotReadableError: modified since it was picked. NotFoundError: deleted or moved.
    throw changed()
  })
  if (bytes.byteLength !== blob.size) throw changed()
  return new Uint8Array(bytes)
}

/**
 * A large file, read from its beginning to its end through one stream, into memory that was used before: both a stream
 * a piece and fresh memory a piece cost more than the reading.
 */
class BlobReader implements SourceReader {
  readonly #file: File
  readonly #isStreamed = streamsBytes()
  #position = 0
  #reader: ReadableStreamBYOBReader | undefined
  /** Reads follow one another: each takes several pieces of the stream. */
  #before: Promise<unknown> = Promise.resolve()

  constructor(file: File) {
    this.#file = file
  }

  /** The next bytes of the file. May be called again before this has ended. */
  read(bytes: number, memory: ArrayBuffer): Promise<Bytes> {
    const read = this.#before.then(() => this.#read(bytes, memory))
    // Whoever asked for it hears of it.
    this.#before = read.catch(() => undefined)
    return read
  }

  async #read(bytes: number, memory: ArrayBuffer): Promise<Bytes> {
    const start = this.#position
    this.#position += bytes
    const read = this.#isStreamed
      ? await this.#readStream(bytes, memory)
      : await readBlob(this.#file.slice(start, start + bytes))
    if (read.length !== bytes) throw changed()
    return read
  }

  async #readStream(bytes: number, memory: ArrayBuffer): Promise<Bytes> {
    this.#reader ??= this.#file.stream().getReader({ mode: 'byob' })
    const read = await fill(filling(this.#reader), bytes, memory).catch(() => {
      throw changed()
    })
    // A stream looks at the file's date when it is opened, and not again: what came may be of a later one.
    await readBlob(this.#file.slice(0, 1))
    return read
  }

  close(): void {
    // A stream that has failed cannot be cancelled, and need not be.
    this.#reader?.cancel().catch(() => undefined)
  }
}

/**
 * Whether files can be read so. Asked of an empty one: where they cannot, a stream that is only made may read all of its
 * file into memory.
 */
function streamsBytes(): boolean {
  try {
    const reader = new Blob().stream().getReader({ mode: 'byob' })
    reader.cancel().catch(() => undefined)
    return true
  } catch {
    return false
  }
}
