import { MiB } from '../../contract/limits.ts'
import type { Bytes } from '../crypto/index.ts'
import { markHandled } from '../util/markHandled.ts'
import type { Source, SourceReader } from '../ports.ts'

/** Plaintext bytes read from disk at a time. Four are held, or a part's where it is sealed again. */
const sliceBytes = 4 * MiB

/** Plaintext from byte `start` of the file on, in whole chunks but for the file's last one. */
export interface Slice {
  readonly start: number
  readonly bytes: Bytes
}

/** A large file front to back: while a slice is worked on, the next one is read. Slices end where parts do. */
export class Slices {
  readonly #size: number
  readonly #partBytes: number
  readonly #reader: SourceReader
  #position = 0
  #ahead: Promise<Bytes> | undefined
  /** Memory of slices that nobody needs any more, for the next ones. */
  readonly #spare: ArrayBuffer[] = []

  constructor(source: Source, partBytes: number) {
    this.#size = source.size
    this.#partBytes = partBytes
    this.#reader = source.reader()
  }

  /** Where the next slice begins. */
  get position(): number {
    return this.#position
  }

  get isAtEnd(): boolean {
    return this.#position === this.#size
  }

  /** @throws FaultError 'file-changed' */
  async next(): Promise<Slice> {
    const start = this.#position
    const bytes = await (this.#ahead ?? this.#read(start))
    const next = this.#endOf(start)
    this.#position = next
    this.#ahead = next < this.#size ? markHandled(this.#read(next)) : undefined
    return { start, bytes }
  }

  /** The memory of a slice that nobody needs any more. */
  giveBack(memory: ArrayBuffer): void {
    this.#spare.push(memory)
  }

  close(): void {
    this.#reader.close()
    this.#spare.length = 0
  }

  #endOf(start: number): number {
    const endOfPart = (Math.floor(start / this.#partBytes) + 1) * this.#partBytes
    return Math.min(start + sliceBytes, endOfPart, this.#size)
  }

  #read(start: number): Promise<Bytes> {
    const bytes = this.#endOf(start) - start
    const spare = this.#spare.pop()
    return this.#reader.read(bytes, spare && spare.byteLength >= bytes ? spare : new ArrayBuffer(bytes))
  }
}
