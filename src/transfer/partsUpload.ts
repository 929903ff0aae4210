import { type Remote, releaseProxy } from 'comlink'
import { callUrl } from '../../contract/call.ts'
import { chunkBytes, maxPartChunks, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import { abortPartsUpload, createPartsUpload, putPart } from '../../contract/uploads.ts'
import { uploadReferenceType } from '../../contract/headers.ts'
import type { FileSealer, ManifestNames, SealedFields, SealOptions } from '../../workers/fileSealer.ts'
import { sealedSize } from '../crypto/index.ts'
import type { ByteBudget } from './byteBudget.ts'
import { send } from './sendBlob.ts'
import type { UploadItem } from './uploadTypes.ts'
import type { CryptoRemote, WorkerPool } from './workerPool.ts'

export interface LargeFile {
  item: UploadItem
  names: ManifestNames
}

export interface PartsTransport {
  linkToken: string
  recipientKey: CryptoKey
  checkTypes: boolean
  pool: WorkerPool
  budget: ByteBudget
  rate: RateMeter
  signal: AbortSignal
}

/** What the sender of one large file tells on its way. */
export interface PartsProgress {
  onEncrypting: () => void
  onUploading: () => void
  /** Plaintext bytes on the server. */
  onSent: (bytes: number) => void
}

/** Sends a file as numbered parts of ciphertext and returns what confirms it: a reference and its fields. */
export async function uploadInParts(
  { item, names }: LargeFile,
  transport: PartsTransport,
  progress: PartsProgress,
): Promise<{ body: Blob; fields: SealedFields }> {
  const { linkToken, pool, recipientKey, checkTypes } = transport
  const upload = await PartsUpload.create(item.file, transport, progress)
  try {
    const fields = await pool.lease(async (worker) => {
      const sealer = await openSealer(worker, item.file, recipientKey, { checkTypes })
      try {
        await upload.sealAndSend(sealer)
        return await sealer.finish(names)
      } finally {
        sealer[releaseProxy]()
      }
    })
    await upload.allSent()
    return { body: new Blob([upload.id], { type: uploadReferenceType }), fields }
  } catch (error) {
    // Nothing of it may stay on the server; when this does not arrive, the upload expires by itself.
    upload.stop()
    const url = callUrl(abortPartsUpload, { link_token: linkToken, upload_id: upload.id })
    send({ method: 'DELETE', url, signal: AbortSignal.timeout(30_000) }, 2).catch(() => undefined)
    throw error
  }
}

/** Comlink's types do not follow a proxy that a remote function returns. */
async function openSealer(
  worker: CryptoRemote,
  file: File,
  recipient: CryptoKey,
  options: SealOptions,
): Promise<Remote<FileSealer>> {
  return await worker.openSealer(file, recipient, options)
}

class PartsUpload {
  readonly id: string
  readonly #file: File
  readonly #partChunks: number
  readonly #transport: PartsTransport
  readonly #progress: PartsProgress
  readonly #stop = new AbortController()
  readonly #sentOfPart = new Map<number, number>()
  readonly #sending: Promise<void>[] = []

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

  static async create(file: File, transport: PartsTransport, progress: PartsProgress): Promise<PartsUpload> {
    const { linkToken, rate, signal } = transport
    const partChunks = choosePartChunks(rate.bytesPerSecond)
    const answer = await send({
      method: 'POST',
      url: callUrl(createPartsUpload, { link_token: linkToken }),
      body: JSON.stringify({ size: sealedSize(file.size), part_size: partChunks * sealedChunkBytes }),
      contentType: 'application/json',
      signal,
    })
    const { upload_id } = createPartsUpload.response.parse(answer)
    return new PartsUpload(upload_id, file, partChunks, transport, progress)
  }

  /** Seals part after part, as fast as sending makes room for them. */
  async sealAndSend(sealer: Remote<FileSealer>): Promise<void> {
    const { budget, signal } = this.#transport
    const partBytes = this.#partChunks * chunkBytes
    const count = Math.ceil(this.#file.size / partBytes)
    this.#progress.onEncrypting()
    for (let n = 1; n <= count; n++) {
      await budget.take(partBytes)
      let handedOver = false
      try {
        signal.throwIfAborted()
        this.#stop.signal.throwIfAborted()
        const blob = await sealer.sealNext(this.#partChunks)
        if (n === 1) this.#progress.onUploading()
        const sending = this.#sendPart(n, blob).finally(() => budget.give(partBytes))
        handedOver = true
        // A part that fails for good ends the others; the error is thrown by `allSent`.
        sending.catch((error: unknown) => this.#stop.abort(error))
        this.#sending.push(sending)
      } finally {
        if (!handedOver) budget.give(partBytes)
      }
    }
  }

  async allSent(): Promise<void> {
    await Promise.all(this.#sending)
  }

  stop() {
    this.#stop.abort()
  }

  async #sendPart(n: number, blob: Blob): Promise<void> {
    const { linkToken, rate, signal } = this.#transport
    const began = performance.now()
    await send({
      method: 'PUT',
      url: callUrl(putPart, { link_token: linkToken, upload_id: this.id, n }),
      body: blob,
      contentType: 'application/octet-stream',
      signal: AbortSignal.any([signal, this.#stop.signal]),
      onProgress: (bytes) => this.#report(n, bytes),
    })
    this.#report(n, blob.size)
    rate.add(blob.size, performance.now() - began)
  }

  #report(n: number, bytes: number) {
    this.#sentOfPart.set(n, bytes)
    const sealed = [...this.#sentOfPart.values()].reduce((sum, part) => sum + part, 0)
    // In plaintext bytes, as the person sees the file.
    this.#progress.onSent(Math.round((sealed / sealedSize(this.#file.size)) * this.#file.size))
  }
}

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
