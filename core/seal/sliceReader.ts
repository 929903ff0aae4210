import { MiB } from '../../contract/limits.ts'
import type { Bytes } from '../crypto/index.ts'
import { markHandled } from '../util/markHandled.ts'
import type { Source, SourceReader } from '../ports.ts'

/** Plaintext bytes per read. Four slices are in memory, or those of a part while it is sealed again. */
const sliceBytes = 4 * MiB

/** Plaintext from byte `start` of the file on, in whole chunks, except for the file's last one. */
export interface PlaintextSlice {
  readonly start: number
  readonly bytes: Bytes
}

/** Reads a large file sequentially, one slice ahead. Slices end at the ends of parts. */
export class SliceReader {
  readonly #size: number
  readonly #partBytes: number
  readonly #reader: SourceReader
  #position = 0
  #ahead: Promise<Bytes> | undefined
  /** Memory of earlier slices. */
  readonly #spare: ArrayBuffer[] = []

  constructor(source: Source, partBytes: number) {
    this.#size = source.size
    this.#partBytes = partBytes
    this.#reader = source.reader()
  }

  get position(): number {
    return this.#position
  }

  get isAtEnd(): boolean {
    return this.#position === this.#size
  }

  /** @throws FaultError 'file-changed' */
  async next(): Promise<PlaintextSlice> {
    const start = this.#position
    const bytes = await (this.#ahead ?? this.#read(start))
    const next = this.#endOf(start)
    this.#position = next
    this.#ahead = next < this.#size ? markHandled(this.#read(next)) : undefined
    return { start, bytes }
  }

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
