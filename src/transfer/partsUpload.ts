import { proxy, type Remote } from 'comlink'
import { callUrl } from '../../contract/call.ts'
import { chunkBytes, maxPartChunks, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import { abortPartsUpload, createPartsUpload, putPart } from '../../contract/uploads.ts'
import type { FileSealer } from '../../workers/fileSealer.ts'
import { callApi } from '../api/client.ts'
import { sealedSize } from '../crypto/index.ts'
import type { ByteBudget } from './byteBudget.ts'
import { sendWithRetry } from './sendWithRetry.ts'

export interface PartsTransport {
  linkToken: string
  budget: ByteBudget
  rate: RateMeter
  signal: AbortSignal
}

/** What the sender of one large file tells on its way. */
export interface PartsProgress {
  onUploading: () => void
  /** Plaintext bytes on the server. */
  onSent: (bytes: number) => void
}

/** One large file on its way up, as numbered parts of ciphertext. */
export class PartsUpload {
  readonly id: string
  readonly #file: File
  readonly #partChunks: number
  readonly #transport: PartsTransport
  readonly #progress: PartsProgress
  readonly #sentOfPart = new Map<number, number>()
  /** Of the first part that failed for good. */
  #failure: Error | undefined

  private constructor(
    id: string,
    file: File,
    partChunks: number,
    transport: PartsTransport,
    progress: PartsProgress,
  ) {
    this.id = id
    this.#file = file
    this.#partChunks = partChunks
    this.#transport = transport
    this.#progress = progress
  }

  /** @throws ApiError, or the signal's reason */
  static async create(file: File, transport: PartsTransport, progress: PartsProgress): Promise<PartsUpload> {
    const { linkToken, rate, signal } = transport
    const partChunks = choosePartChunks(rate.bytesPerSecond)
    const { upload_id } = await callApi(createPartsUpload, {
      params: { link_token: linkToken },
      body: { size: sealedSize(file.size), part_size: partChunks * sealedChunkBytes },
      signal,
    })
    return new PartsUpload(upload_id, file, partChunks, transport, progress)
  }

  /** Seals part after part, as fast as sending makes room for them. @throws what `sendWithRetry` and sealing throw */
  async sealAndSend(sealer: Remote<FileSealer>): Promise<void> {
    const { budget, signal } = this.#transport
    const partBytes = this.#partChunks * chunkBytes
    const count = Math.ceil(this.#file.size / partBytes)
    const sending: Promise<void>[] = []
    for (let n = 1; n <= count && !this.#failure; n++) {
      await budget.take(partBytes)
      try {
        signal.throwIfAborted()
        await sealer.sealPart(n, this.#partChunks)
      } catch (error) {
        budget.give(partBytes)
        throw error
      }
      if (n === 1) this.#progress.onUploading()
      const part = this.#sendPart(sealer, n).finally(() => budget.give(partBytes))
      sending.push(part.catch((error: unknown) => void (this.#failure ??= asError(error))))
    }
    await Promise.all(sending)
    if (this.#failure) throw this.#failure
  }

  /** Nothing of it may stay on the server; when this does not arrive, the upload expires by itself. */
  abandon(): void {
    const params = { link_token: this.#transport.linkToken, upload_id: this.id }
    callApi(abortPartsUpload, { params, signal: AbortSignal.timeout(30_000) }).catch(() => undefined)
  }

  async #sendPart(sealer: Remote<FileSealer>, n: number): Promise<void> {
    const { linkToken, rate, signal } = this.#transport
    const url = callUrl(putPart, { link_token: linkToken, upload_id: this.id, n })
    const onProgress = proxy((bytes: number) => this.#report(n, bytes))
    const began = performance.now()
    const target = { method: 'PUT', url, contentType: 'application/octet-stream' } as const
    await sendWithRetry(target, signal, (attempt) => sealer.sendPart(n, attempt, onProgress))
    const bytes = this.#sentOfPart.get(n) ?? 0
    rate.add(bytes, performance.now() - began)
    await sealer.dropPart(n)
  }

  #report(n: number, bytes: number) {
    this.#sentOfPart.set(n, bytes)
    const sealed = [...this.#sentOfPart.values()].reduce((sum, part) => sum + part, 0)
    // In plaintext bytes, as the person sees the file.
    this.#progress.onSent(Math.round((sealed / sealedSize(this.#file.size)) * this.#file.size))
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** What one connection has carried lately. */
export class RateMeter {
  #bytesPerSecond: number | undefined

  get bytesPerSecond(): number | undefined {
    return this.#bytesPerSecond
  }

  add(bytes: number, milliseconds: number) {
    const now = (bytes * 1000) / Math.max(1, milliseconds)
    this.#bytesPerSecond = this.#bytesPerSecond === undefined ? now : 0.7 * this.#bytesPerSecond + 0.3 * now
  }
}

/** Unknown rates start in the middle: half a minute at 5 Mbit/s, far from any proxy's time limit. */
const firstPartChunks = 64
const secondsPerPart = 8

/** Large parts cost less per byte; small ones lose less when a connection breaks. */
export function choosePartChunks(bytesPerSecond: number | undefined): number {
  if (bytesPerSecond === undefined) return firstPartChunks
  const wanted = Math.floor((bytesPerSecond * secondsPerPart) / sealedChunkBytes)
  return Math.min(maxPartChunks, Math.max(minPartChunks, wanted))
}
