import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { BlobError, partCount, partLength, type BlobWriter, type PartPlan } from '../blobStore.ts'

interface PartStreamTarget {
  begin(): Promise<void>
  putPart(n: number, source: AsyncIterable<Uint8Array>, length: number): Promise<void>
  complete(): Promise<void>
}

/** Writer of an object of known length, in parts that are streamed: memory does not depend on the size. */
export class PartStreamWriter implements BlobWriter {
  readonly #target: PartStreamTarget
  readonly #plan: PartPlan
  #parts = 0
  /** Remaining bytes of the current part. */
  #missing = 0
  #part = new PassThrough()
  #sent: Promise<void> = Promise.resolve()

  constructor(target: PartStreamTarget, plan: PartPlan) {
    this.#target = target
    this.#plan = plan
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let unwritten = bytes; unwritten.length > 0;) {
      if (this.#missing === 0) await this.#beginPart()
      const piece = unwritten.subarray(0, this.#missing)
      unwritten = unwritten.subarray(piece.length)
      this.#missing -= piece.length
      // A failed part accepts no more bytes.
      if (this.#part.destroyed || !this.#part.write(piece))
        await Promise.race([once(this.#part, 'drain'), this.#sent])
      if (this.#missing === 0) this.#part.end()
    }
  }

  async close(): Promise<void> {
    this.#part.end()
    await this.#sent
    if (this.#parts < partCount(this.#plan)) throw new BlobError('wrongSize')
    await this.#target.complete()
  }

  /** The multipart upload is removed with the group. */
  async abandon(): Promise<void> {
    this.#part.destroy()
    await this.#sent.catch(() => undefined)
  }

  async #beginPart(): Promise<void> {
    await this.#sent
    if (this.#parts === partCount(this.#plan)) throw new BlobError('wrongSize')
    if (this.#parts === 0) await this.#target.begin()
    const n = ++this.#parts
    this.#missing = partLength(this.#plan, n)
    this.#part = new PassThrough()
    this.#sent = this.#target.putPart(n, this.#part, this.#missing)
    // The next write or `close` handles the error. Avoid an unhandled rejection until then.
    this.#sent.catch(() => undefined)
  }
}
