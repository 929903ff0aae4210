import { proxy, type Remote, releaseProxy } from 'comlink'
import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { detail } from '../../contract/errors.ts'
import { chunkBytes, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import type { FileSealer, SealOptions } from '../../workers/fileSealer.ts'
import type { SendAttempt } from '../../workers/httpSend.ts'
import { callApi } from '../api/client.ts'
import { sealedSize } from '../crypto/index.ts'
import { abandonUpload } from './abandonUpload.ts'
import type { ByteBudget } from './byteBudget.ts'
import { type Connection, RefusedError, TooLargeError } from './connection.ts'
import {
  type FileRecord,
  newRecord,
  UnkeptError,
  type UploadJournal,
  withSealedPart,
} from './uploadJournal.ts'
import type { Alive, UploadRemote } from './workerPool.ts'

export interface PartsTransport {
  linkToken: string
  recipientKey: CryptoKey
  options: SealOptions
  budget: ByteBudget
  connection: Connection
  journal: UploadJournal
  signal: AbortSignal
  /** Fails what would never end: a call of a worker that died. */
  alive: Alive
}

/** One file to send in parts. */
export interface LargeFile {
  file: File
  /** Its number in the batch, under which the journal knows it. */
  index: number
  /** Of a part, where larger ones do not come through; undefined for what suits the line. */
  partChunks: number | undefined
  onEncrypting: () => void
  onUploading: () => void
  /** Plaintext bytes on the server. */
  onSent: (bytes: number) => void
}

/** A call that hangs is a call that failed. */
const callMilliseconds = 30_000

/**
 * One large file on its way up, as numbered parts of ciphertext: sealed part by part while parts travel. What the
 * journal knows of it is gone on with; when the file is not the one of then, it begins anew with a fresh key.
 */
export class PartsUpload {
  readonly #large: LargeFile
  readonly #transport: PartsTransport
  readonly #sealer: Remote<FileSealer>
  #record: FileRecord
  /** Parts that the server has. */
  readonly #stored: Set<number>
  readonly #sentOfPart = new Map<number, number>()
  /** Of the first part that failed for good. */
  #failure: Error | undefined

  private constructor(
    large: LargeFile,
    transport: PartsTransport,
    sealer: Remote<FileSealer>,
    record: FileRecord,
    stored: Set<number>,
  ) {
    this.#large = large
    this.#transport = transport
    this.#sealer = sealer
    this.#record = record
    this.#stored = stored
  }

  /**
   * Seals and sends all of a file. Resolves once every part is on the server.
   * @throws what `Connection` and sealing throw; a WorkerDiedError of the caller leaves everything to be gone on with
   */
  static async send(worker: UploadRemote, large: LargeFile, transport: PartsTransport): Promise<PartsUpload> {
    const { journal } = transport
    const record = journal.record(large.index)
    if (record) {
      try {
        return await (await PartsUpload.#goOn(worker, large, transport, record)).#run()
      } catch (error) {
        if (!isStale(error)) throw error
        await discard(large.index, transport)
      }
    }
    try {
      return await (await PartsUpload.#begin(worker, large, transport)).#run()
    } catch (error) {
      const isTooLarge = error instanceof TooLargeError
      if (!isTooLarge && !(error instanceof UnkeptError) && !(error instanceof ForgottenError)) throw error
      await discard(large.index, transport)
      const again = isTooLarge ? { ...large, partChunks: minPartChunks } : large
      return (await PartsUpload.#begin(worker, again, transport)).#run()
    }
  }

  static async #begin(
    worker: UploadRemote,
    large: LargeFile,
    transport: PartsTransport,
  ): Promise<PartsUpload> {
    const { linkToken, recipientKey, options, connection, signal } = transport
    const { file, partChunks = choosePartChunks(connection.rate.bytesPerSecond) } = large
    const sealer = (await worker.openSealer(
      file,
      recipientKey,
      partChunks,
      options,
    )) as unknown as Remote<FileSealer>
    large.onEncrypting()
    const { upload_id } = await connection.patiently(() =>
      callApi('createPartsUpload', {
        params: { link_token: linkToken },
        body: { size: sealedSize(file.size), part_size: partChunks * sealedChunkBytes },
        signal: AbortSignal.any([signal, AbortSignal.timeout(callMilliseconds)]),
      }),
    )
    const record = newRecord(await sealer.seal, upload_id, partChunks)
    return new PartsUpload(large, transport, sealer, record, new Set())
  }

  static async #goOn(
    worker: UploadRemote,
    large: LargeFile,
    transport: PartsTransport,
    record: FileRecord,
  ): Promise<PartsUpload> {
    const { linkToken, connection, signal } = transport
    const { seal, uploadId, partChunks } = record
    const sealer = (await worker.reopenSealer(large.file, seal, partChunks)) as unknown as Remote<FileSealer>
    large.onEncrypting()
    const { parts } = await connection.patiently(() =>
      callApi('getPartsUpload', {
        params: { link_token: linkToken, upload_id: uploadId },
        signal: AbortSignal.any([signal, AbortSignal.timeout(callMilliseconds)]),
      }),
    )
    return new PartsUpload(large, transport, sealer, record, new Set(parts))
  }

  readonly #alive = <T>(call: Promise<T>): Promise<T> => this.#transport.alive(call)

  get id(): string {
    return this.#record.uploadId
  }

  get sealer(): Remote<FileSealer> {
    return this.#sealer
  }

  /** Of the last part: what the manifest says of the content. */
  get lastMark(): string {
    return this.#record.marks[this.#partCount] ?? ''
  }

  /** Lets go of what the worker holds of it. */
  close() {
    void this.#sealer.drop()
    this.#sealer[releaseProxy]()
  }

  get #partBytes(): number {
    return this.#record.partChunks * chunkBytes
  }

  get #partCount(): number {
    return Math.ceil(this.#large.file.size / this.#partBytes)
  }

  async #run(): Promise<this> {
    try {
      for (const n of this.#stored) this.#report(n, this.#sealedPartBytes(n))
      // When all of it is on the server only the confirmation is missing, and the file need not be read again.
      if (this.#record.sealedParts < this.#partCount || this.#stored.size < this.#partCount) {
        await this.#makeAndSend()
      }
      return this
    } catch (error) {
      this.close()
      throw this.#stored.size === 0 && isUnknownUpload(error) ? new ForgottenError() : error
    }
  }

  /** Part after part: those of before are covered, the others sealed; what the server does not have is sent. */
  async #makeAndSend(): Promise<void> {
    const covered = this.#record.sealedParts
    const sending: Promise<void>[] = []
    let kept = Promise.resolve()
    for (let n = 1; n <= this.#partCount && !this.#failure; n++) {
      const mark = this.#record.marks[n] ?? null
      const wanted = !this.#stored.has(n)
      if (wanted) await this.#takeRoom()
      const made = this.#alive(
        n <= covered ? this.#sealer.coverPart(n, mark, wanted) : this.#sealer.sealPart(n),
      )
      if (wanted) {
        // Marks are kept in their order, while the next part is being made.
        if (n > covered) kept = Promise.all([kept, made]).then(() => this.#keepMark(n))
        const sent = Promise.all([made, n > covered && kept]).then(() => this.#sendPart(n))
        sending.push(sent.finally(() => this.#giveRoom()).catch(this.#fail))
      }
      await made.catch(this.#fail)
      if (n === 1) this.#large.onUploading()
    }
    await Promise.all(sending)
    if (this.#failure) throw this.#failure
  }

  readonly #fail = (error: unknown) => {
    this.#failure ??= error instanceof Error ? error : new Error(String(error))
  }

  async #takeRoom(): Promise<void> {
    const { budget, signal } = this.#transport
    await budget.take(this.#partBytes)
    if (!signal.aborted) return
    this.#giveRoom()
    signal.throwIfAborted()
  }

  #giveRoom() {
    this.#transport.budget.give(this.#partBytes)
  }

  /** Before the first byte of a part leaves, whoever may have to go on with it knows its mark. */
  async #keepMark(n: number): Promise<void> {
    const mark = await this.#alive(this.#sealer.mark(n))
    this.#record = withSealedPart(this.#record, n, mark, this.#stored)
    await this.#transport.journal.keep(this.#large.index, this.#record)
  }

  async #sendPart(n: number): Promise<void> {
    const { linkToken, connection } = this.#transport
    const url = callUrl(addresses.putPart, { link_token: linkToken, upload_id: this.id, n })
    const onProgress = proxy((bytes: number) => this.#report(n, bytes))
    const target = { method: 'PUT', url, contentType: 'application/octet-stream' } as const
    let began = 0
    const send = (attempt: SendAttempt) => {
      began = performance.now()
      this.#report(n, 0)
      return this.#alive(this.#sealer.sendPart(n, attempt, onProgress))
    }
    const hasLeft = () => (this.#sentOfPart.get(n) ?? 0) > 0
    // The last part is smaller than the others.
    const oneAsLargeIsThere = () =>
      [...this.#stored].some((stored) => this.#sealedPartBytes(stored) >= this.#sealedPartBytes(n))
    const mayBeSize = () => hasLeft() && !oneAsLargeIsThere()
    const mayShrink = this.#record.partChunks > minPartChunks
    await (mayShrink ? connection.sendShrinkable(target, send, mayBeSize) : connection.send(target, send))
    this.#stored.add(n)
    this.#report(n, this.#sealedPartBytes(n))
    connection.rate.add(this.#sealedPartBytes(n), performance.now() - began)
    await this.#alive(this.#sealer.dropPart(n))
  }

  #sealedPartBytes(n: number): number {
    const whole = this.#record.partChunks * sealedChunkBytes
    return Math.min(whole, sealedSize(this.#large.file.size) - (n - 1) * whole)
  }

  #report(n: number, bytes: number) {
    this.#sentOfPart.set(n, bytes)
    const sealed = [...this.#sentOfPart.values()].reduce((sum, part) => sum + part, 0)
    const { file, onSent } = this.#large
    // In plaintext bytes, as the person sees the file.
    onSent(Math.round((sealed / sealedSize(file.size)) * file.size))
  }
}

/** What was begun is not to be gone on with: nothing of it stays in the journal or on the server. */
export async function discard(
  index: number,
  transport: Pick<PartsTransport, 'journal' | 'linkToken'>,
): Promise<void> {
  const { journal, linkToken } = transport
  const record = journal.record(index)
  if (!record) return
  await journal.drop(index)
  abandonUpload(linkToken, record.uploadId)
}

/** Its announcement ended before a part came through: by another nothing is lost. */
class ForgottenError extends Error {
  override name = 'ForgottenError'
}

const isUnknownUpload = (error: unknown): boolean =>
  error instanceof RefusedError && error.status === 404 && error.message === detail.uploadUnknown

/** The file of then is gone, or what was sent of it, or the one place that knows its key. Across threads and bundles an error is known by its name. */
function isStale(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'CoveredBytesError') return true
  if (error instanceof TooLargeError || error instanceof UnkeptError) return true
  // A link that is closed for now may be opened again, and what arrived is still there then.
  return (
    [detail.uploadUnknown, detail.uploadConfirmed].some((text) => text === error.message) || isSpent(error)
  )
}

/** The server takes no part of this upload any more: the file has to begin anew. */
export const isSpent = (error: Error): boolean => error.message === detail.uploadSentTooOften

/**
 * Larger parts cost hardly less per byte, and several times their size in memory while they are sent. Half a minute at
 * 5 Mbit/s, far from any proxy's time limit: where the rate is not known yet, too.
 */
const mostPartChunks = 64
const secondsPerPart = 8

/** Large parts cost less per byte; small ones lose less when a connection breaks. */
export function choosePartChunks(bytesPerSecond: number | undefined): number {
  if (bytesPerSecond === undefined) return mostPartChunks
  const wanted = Math.floor((bytesPerSecond * secondsPerPart) / sealedChunkBytes)
  return Math.min(mostPartChunks, Math.max(minPartChunks, wanted))
}
