import { fill, filling } from '../src/transfer/byteReader.ts'

/** The file under us is not what it was when it was picked. Its key must not be used for other bytes. */
export class FileChangedError extends Error {
  override name = 'FileChangedError'
}

export const changedText =
  'The file changed or can no longer be read. Remove it and add it again to send it as it is now.'

/** @throws FileChangedError */
export async function readBlob(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch {
    // NotReadableError: modified since it was picked. NotFoundError: deleted or moved.
    throw new FileChangedError(changedText)
  }
}

/**
 * A large file, read from its beginning to its end through one stream, into memory that was used before: both a stream
 * a piece and fresh memory a piece cost more than the reading.
 */
export class SourceReader {
  readonly #file: File
  readonly #isStreamed = streamsBytes()
  #position = 0
  #reader: ReadableStreamBYOBReader | undefined
  /** Reads follow one another: each takes several pieces of the stream. */
  #before: Promise<unknown> = Promise.resolve()

  constructor(file: File) {
    this.#file = file
  }

  /**
   * The next bytes of the file. May be called again before this has ended.
   * @param memory is taken away and comes back as what lies under the result; at least so large
   * @throws FileChangedError where the file is not what it was when it was picked, or has no more so many
   */
  read(bytes: number, memory: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
    const read = this.#before.then(() => this.#read(bytes, memory))
    this.#before = read.catch(() => undefined)
    return read
  }

  async #read(bytes: number, memory: ArrayBuffer) {
    const start = this.#position
    this.#position += bytes
    const read = this.#isStreamed
      ? await this.#readStream(bytes, memory)
      : await readBlob(this.#file.slice(start, start + bytes))
    if (read.length !== bytes) throw new FileChangedError(changedText)
    return read
  }

  async #readStream(bytes: number, memory: ArrayBuffer) {
    this.#reader ??= this.#file.stream().getReader({ mode: 'byob' })
    const read = await fill(filling(this.#reader), bytes, memory).catch(() => {
      throw new FileChangedError(changedText)
    })
    // A stream looks at the file's date when it is opened, and not again: what came may be of a later one.
    await readBlob(this.#file.slice(0, 1))
    return read
  }

  /** Nothing more is wanted. */
  close(): void {
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
