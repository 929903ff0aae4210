import { WriteBuffer } from '../../http/writeBuffer.ts'
import type { BlobWriter } from '../blobStore.ts'

/** Operations of the store that the writer needs, for one key. */
interface MultipartTarget {
  put(bytes: Buffer): Promise<unknown>
  begin(): Promise<void>
  putPart(n: number, pieces: readonly Buffer[], length: number): Promise<void>
  complete(): Promise<void>
}

/** Writer of an object of unknown length: a part is uploaded while the next is buffered, a short object at once. */
export class MultipartWriter implements BlobWriter {
  readonly #target: MultipartTarget
  readonly #partBytes: number
  readonly #pieces = new WriteBuffer()
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
    if (this.#parts === 0) return void (await this.#target.put(Buffer.concat(this.#pieces.take())))
    if (this.#pieces.size > 0) await this.#sendPart()
    await this.#pending
    await this.#target.complete()
  }

  /** The multipart upload is removed with the group. */
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
    // The next part or `close` handles the error. Avoid an unhandled rejection until then.
    this.#pending.catch(() => undefined)
  }
}
