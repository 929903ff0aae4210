import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { BlobError, partCount, partLength, type BlobWriter, type PartPlan } from '../blobStore.ts'

/** What a writer needs of its store, for one key. */
export interface PartStreamTarget {
  /** Makes the key ready for parts. */
  begin(): Promise<void>
  putPart(n: number, source: AsyncIterable<Uint8Array>, length: number): Promise<void>
  complete(): Promise<void>
}

/** An object of known length: a part is sent while its bytes come, so that a large one takes no more memory than a small one. */
export class PartStreamWriter implements BlobWriter {
  readonly #target: PartStreamTarget
  readonly #plan: PartPlan
  #parts = 0
  /** Of the part that is on its way: what is still to come. */
  #missing = 0
  #part = new PassThrough()
  #sent: Promise<void> = Promise.resolve()

  constructor(target: PartStreamTarget, plan: PartPlan) {
    this.#target = target
    this.#plan = plan
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0;) {
      if (this.#missing === 0) await this.#beginPart()
      const piece = rest.subarray(0, this.#missing)
      rest = rest.subarray(piece.length)
      this.#missing -= piece.length
      // A part that has failed takes nothing more.
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

  /** What it has begun goes with the group. */
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
    // Its failure is seen by the next write or by close; until then it must not count as unhandled.
    this.#sent.catch(() => undefined)
  }
}
