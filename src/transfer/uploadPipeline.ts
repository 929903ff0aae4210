import { proxy, type Remote, releaseProxy } from 'comlink'
import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { chunkBytes, MiB, minPartChunks } from '../../contract/limits.ts'
import type { BatchSealer } from '../../workers/batchSealer.ts'
import type { SendAttempt } from '../../workers/httpSend.ts'
import type { ManifestNames } from '../../workers/uploadRequest.ts'
import { ApiError } from '../api/errorCatalogue.ts'
import { ByteBudget } from './byteBudget.ts'
import { Connection, NetworkError, RefusedError, TooLargeError } from './connection.ts'
import { choosePartChunks, discard, PartsUpload, type PartsTransport } from './partsUpload.ts'
import { progressOfFiles, shareRequests } from './sharedRequests.ts'
import type { EndedFile } from './uploadJournal.ts'
import type { UploadBatch, UploadEvent, UploadItem } from './uploadTypes.ts'
import { verdicts } from './verdicts.ts'
import { type Alive, type UploadRemote, WorkerDiedError, type WorkerPool } from './workerPool.ts'

/** Larger files go up in parts; up to this size several share a request. */
const largestSharedBytes = 8 * MiB
/** Of a request of small files, until the line is known, and on a slow one. */
const leastRequestBytes = minPartChunks * chunkBytes
/** A smaller request does not say how fast the line is, but how long its files take. Of two in a row one is as large. */
const telltaleBytes = leastRequestBytes / 2
/** Smaller than any proxy allows. */
const leastLimitBytes = MiB / 2
/** Requests of small files under way: one is sealed while another is sent and a third is stored. */
const requestLanes = 3
/** Ciphertext of parts that is held in the browser until the server has it. */
const heldBytes = 48 * MiB
/** Work whose worker died is gone on with by another this often. */
const attempts = 3

interface Planned {
  item: UploadItem
  names: ManifestNames
}

interface Sealed extends Planned {
  hash: string
}

/**
 * [Note: The upload engine]
 * A batch is what a person started together. Its files go two ways: small ones are sealed many at a time and share
 * multipart requests; a large one is sealed part by part while its parts travel, and is then named by such a request.
 * Either way `POST /upload/{link_token}` confirms each file once, and each ends in one event.
 * The engine knows nothing of screens: it takes files and emits events.
 */
export class UploadRun {
  readonly #batch: UploadBatch
  readonly #pool: WorkerPool<UploadRemote>
  readonly #budget = new ByteBudget(heldBytes)
  readonly #connection: Connection
  /** Indexes of the files that are in no request yet and have not failed. */
  readonly #unconfirmed: Set<number>
  readonly #confirming = new Set<Promise<unknown>>()
  /** Ids of the files that have ended. */
  readonly #ended = new Set<string>()
  /** Of a shared request, since a larger one did not come through. */
  #mostRequestBytes = Infinity
  /** Of the largest shared request that has come through. */
  #provenBytes = 0

  constructor(batch: UploadBatch, pool: WorkerPool<UploadRemote>) {
    this.#batch = batch
    this.#pool = pool
    this.#connection = new Connection({ signal: batch.signal, onChange: batch.onConnection })
    this.#unconfirmed = new Set(batch.items.map(({ index }) => index))
  }

  /** Nothing is sent until `resume`; what is being sent stops, and is sent again then. */
  pause() {
    this.#connection.pause()
    this.#pool.each((worker) => void worker.stopSending())
  }

  resume() {
    this.#connection.resume()
  }

  /** Resolves when every file has ended; rejects only with the signal's reason. */
  async run(): Promise<void> {
    const planned = this.#batch.items.map((item) => this.#plan(item))
    const large = planned.filter(({ item }) => item.file.size > largestSharedBytes)
    const small = planned.filter(({ item }) => item.file.size <= largestSharedBytes)
    const requests = shareRequests(
      small,
      ({ item }) => item.file.size,
      () => this.#requestBytes,
    )
    // A large file holds its worker until it is sent; small ones must not wait for that.
    const largeLanes = Math.max(1, this.#pool.size - (small.length > 0 ? 1 : 0))
    await Promise.all([
      inLanes(largeLanes, large.values(), (file) => this.#sendLarge(file)),
      inLanes(requestLanes, requests, (files) => this.#sendSmall(files)),
    ])
    this.#batch.signal.throwIfAborted()
  }

  /** As much as a part. A part may be large before the line is known, since it is made smaller when it does not arrive. */
  get #requestBytes(): number {
    const { bytesPerSecond } = this.#connection.rate
    const fitting =
      bytesPerSecond === undefined ? leastRequestBytes : choosePartChunks(bytesPerSecond) * chunkBytes
    return Math.min(fitting, this.#mostRequestBytes)
  }

  get #confirmation() {
    const { linkToken } = this.#batch
    return { method: 'POST', url: callUrl(addresses.uploadFiles, { link_token: linkToken }) } as const
  }

  #plan(item: UploadItem): Planned {
    const { batchId, count } = this.#batch
    // Forms cannot carry lone surrogates; the manifest must say what the server will have received.
    const names = { name: item.name.toWellFormed(), path: item.path.toWellFormed() }
    return { item, names: { ...names, batch: batchId, index: item.index, count } }
  }

  async #sendSmall(files: Planned[]): Promise<void> {
    for (const { item } of files) this.#emit({ type: 'statusChanged', id: item.id, status: 'hashing' })
    try {
      await this.#withLivingWorker((worker, alive) => this.#sealAndConfirm(worker, alive, files))
    } catch (error) {
      if (error instanceof TooLargeError) await this.#sendSmaller(files)
      else for (const file of files) this.#fail(file, error)
    }
  }

  /** Of files whose request is too large for the way to the server, or has one that is: half of them at a time. */
  async #sendSmaller(planned: Planned[]): Promise<void> {
    const files = planned.filter(({ item }) => !this.#ended.has(item.id))
    const [first] = files
    if (first && files.length === 1) return this.#sendLarge(first)
    const bytes = files.reduce((sum, { item }) => sum + item.file.size, 0)
    this.#mostRequestBytes = Math.max(leastLimitBytes, Math.min(this.#mostRequestBytes, bytes / 2))
    const half = Math.ceil(files.length / 2)
    await this.#sendSmall(files.slice(0, half))
    await this.#sendSmall(files.slice(half))
  }

  async #sealAndConfirm(worker: UploadRemote, alive: Alive, files: Planned[]): Promise<void> {
    const { batchId, recipientKey, checkTypes } = this.#batch
    const sealer = (await worker.openBatch(batchId)) as unknown as Remote<BatchSealer>
    try {
      const sources = files.map(({ item, names }) => ({ file: item.file, names }))
      const outcomes = await sealer.seal(sources, recipientKey, { checkTypes })
      const ready: (Sealed & { sealedBytes: number })[] = []
      files.forEach((file, position) => {
        const outcome = outcomes[position]
        if (outcome?.ok) ready.push({ ...file, hash: outcome.hash, sealedBytes: outcome.sealedBytes })
        else this.#fail(file, outcome?.error ?? 'The file could not be read.')
      })
      if (ready.length === 0) return
      for (const { item } of ready) this.#emit({ type: 'statusChanged', id: item.id, status: 'uploading' })
      const bytes = ready.reduce((sum, { sealedBytes }) => sum + sealedBytes, 0)
      const showProgress = progressOfFiles(ready, ({ item }, share) =>
        this.#emit({ type: 'progressed', id: item.id, sentBytes: Math.floor(share * item.file.size) }),
      )
      let sent = 0
      const onProgress = proxy((sentBytes: number) => {
        sent = sentBytes
        showProgress(sentBytes)
      })
      let began = 0
      const send = (attempt: SendAttempt) => {
        began = performance.now()
        sent = 0
        return alive(sealer.send(attempt, onProgress))
      }
      await this.#confirm(ready, async (isLast) => {
        await alive(sealer.close(isLast))
        return ready.length > 1 || bytes > leastRequestBytes
          ? this.#connection.sendShrinkable(
              this.#confirmation,
              send,
              () => sent > 0 && bytes > this.#provenBytes,
            )
          : this.#connection.send(this.#confirmation, send)
      })
      this.#provenBytes = Math.max(this.#provenBytes, bytes)
      if (bytes >= telltaleBytes) this.#connection.rate.add(bytes, performance.now() - began)
    } finally {
      void sealer.drop()
      sealer[releaseProxy]()
    }
  }

  async #sendLarge(file: Planned): Promise<void> {
    this.#emit({ type: 'statusChanged', id: file.item.id, status: 'hashing' })
    try {
      await this.#withLivingWorker((worker, alive) => this.#sendInParts(worker, alive, file))
    } catch (error) {
      this.#fail(file, error)
      void discard(file.names.index, this.#batch)
    }
  }

  async #sendInParts(worker: UploadRemote, alive: Alive, file: Planned): Promise<void> {
    const { checkTypes } = this.#batch
    const { item, names } = file
    const { id } = item
    const transport: PartsTransport = {
      ...this.#batch,
      options: { checkTypes },
      budget: this.#budget,
      connection: this.#connection,
      alive,
    }
    const large = {
      file: item.file,
      index: names.index,
      onEncrypting: () => this.#emit({ type: 'statusChanged', id, status: 'encrypting' }),
      onUploading: () => this.#emit({ type: 'statusChanged', id, status: 'uploading' }),
      onSent: (sentBytes: number) => this.#emit({ type: 'progressed', id, sentBytes }),
    }
    const upload = await PartsUpload.send(worker, large, transport)
    try {
      const { hash } = await upload.sealer.finish(names, upload.hash)
      const ignored = proxy(() => undefined)
      await this.#confirm([{ ...file, hash }], (isLast) =>
        this.#connection.send(this.#confirmation, (attempt) =>
          alive(upload.sealer.confirm(upload.id, names, isLast, attempt, ignored)),
        ),
      )
    } finally {
      upload.close()
    }
  }

  /**
   * One request that confirms files, sent as often as it takes. The one that ends the batch waits for all others and
   * says so, for a server that tells the folder's owner once a batch; should its last files fail before they are sent,
   * no request says it.
   */
  async #confirm(files: Sealed[], send: (isLast: boolean) => Promise<unknown>): Promise<void> {
    for (const { names } of files) this.#unconfirmed.delete(names.index)
    if (this.#unconfirmed.size === 0) await Promise.all(this.#confirming)
    // Meanwhile files may have come back, which will be sent once more.
    const isLast = this.#unconfirmed.size === 0
    const sending = send(isLast).catch((error: unknown) => {
      const comesBack = error instanceof TooLargeError || error instanceof WorkerDiedError
      if (comesBack) for (const { names } of files) this.#unconfirmed.add(names.index)
      throw error
    })
    const settled = sending.catch(() => undefined)
    this.#confirming.add(settled)
    const answer = await sending.finally(() => this.#confirming.delete(settled))
    const ended: EndedFile[] = []
    verdicts(
      files.map(({ names, hash }) => ({ ...names, hash })),
      answer,
    ).forEach((verdict, position) => {
      const file = files[position]
      if (!file) return
      const { item, names, hash: sha256 } = file
      if (verdict.ok) {
        const { fileId, filename } = verdict
        ended.push({ index: names.index, fileId, sha256 })
        this.#emit({ type: 'succeeded', id: item.id, fileId, filename, sha256 })
      } else {
        this.#emit({ type: 'failed', id: item.id, stage: 'server', error: verdict.error })
        void discard(names.index, this.#batch)
      }
    })
    // Should this be lost, the files are confirmed once more, which changes nothing.
    if (ended.length > 0) void this.#batch.journal.ended(ended)
  }

  /** Does the work with a worker of its own, and with another when that dies. */
  async #withLivingWorker(work: (worker: UploadRemote, alive: Alive) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.#batch.signal.throwIfAborted()
      try {
        await this.#pool.lease(work)
        return
      } catch (error) {
        if (attempt >= attempts || !(error instanceof WorkerDiedError)) throw error
      }
    }
  }

  /** A file that has ended before does not end again. */
  #fail({ item, names }: Planned, error: unknown) {
    this.#batch.signal.throwIfAborted()
    this.#unconfirmed.delete(names.index)
    const isRequest =
      error instanceof NetworkError || error instanceof RefusedError || error instanceof ApiError
    const text = typeof error === 'string' ? error : error instanceof Error ? error.message : String(error)
    this.#emit({ type: 'failed', id: item.id, stage: isRequest ? 'request' : 'processing', error: text })
  }

  #emit(event: UploadEvent) {
    if (event.type === 'succeeded' || event.type === 'failed') {
      if (this.#ended.has(event.id)) return
      this.#ended.add(event.id)
    }
    this.#batch.onEvent(event)
  }
}

/** Works through a list with so many at a time. */
async function inLanes<T>(
  lanes: number,
  list: IterableIterator<T>,
  work: (entry: T) => Promise<void>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const entry of list) await work(entry)
    }),
  )
}
