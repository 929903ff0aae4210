import { Pieces } from '../../http/pieces.ts'
import type { BlobWriter } from '../blobStore.ts'

/** What a writer needs of its store, for one key. */
export interface MultipartTarget {
  /** Stores all of it at once. */
  put(bytes: Buffer): Promise<void>
  /** Makes the key ready for parts. */
  begin(): Promise<void>
  putPart(n: number, pieces: readonly Buffer[], length: number): Promise<void>
  complete(): Promise<void>
}

/** An object of unknown length: one part is on its way while the next is collected; a short one goes at once. */
export class MultipartWriter implements BlobWriter {
  readonly #target: MultipartTarget
  readonly #partBytes: number
  readonly #pieces = new Pieces()
  #parts = 0
  #pending: Promise<void> = Promise.resolve()

  constructor(target: MultipartTarget, partBytes: number) {
    this.#target = target
    this.#partBytes = partBytes
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#pieces.add(bytes)
    if (this.#pieces.size >= this.#partBytes) await this.#sendPart()
  }

  async close(): Promise<void> {
    if (this.#parts === 0) return this.#target.put(Buffer.concat(this.#pieces.take()))
    if (this.#pieces.size > 0) await this.#sendPart()
    await this.#pending
    await this.#target.complete()
  }

  /** What it has begun goes with the group. */
  async abandon(): Promise<void> {
    this.#pieces.take()
    await this.#pending.catch(() => undefined)
  }

  async #sendPart(): Promise<void> {
    const bytes = Buffer.concat(this.#pieces.take())
    await this.#pending
    const n = ++this.#parts
    if (n === 1) await this.#target.begin()
    this.#pending = this.#target.putPart(n, [bytes], bytes.length)
    // Its failure is seen by the next part or by close; until then it must not count as unhandled.
    this.#pending.catch(() => undefined)
  }
}
