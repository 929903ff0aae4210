import { proxy, type Remote, releaseProxy } from 'comlink'
import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { detail } from '../../contract/errors.ts'
import { chunkBytes, KiB, MiB, minPartChunks } from '../../contract/limits.ts'
import type { BatchSealer } from '../../workers/batchSealer.ts'
import type { SendAttempt } from '../../workers/httpSend.ts'
import type { ManifestNames } from '../../workers/uploadRequest.ts'
import { ApiError } from '../api/errorCatalogue.ts'
import { sealedSize } from '../crypto/index.ts'
import { ByteBudget } from './byteBudget.ts'
import { Connection, NetworkError, RefusedError, TooLargeError } from './connection.ts'
import { choosePartChunks, discard, isSpent, PartsUpload, type PartsTransport } from './partsUpload.ts'
import { progressOfFiles, shareRequests } from './sharedRequests.ts'
import type { EndedFile } from './uploadJournal.ts'
import { GateClosedError, type UploadBatch, type UploadEvent, type UploadItem } from './uploadTypes.ts'
import { verdicts } from './verdicts.ts'
import { isFinal } from './verdictTexts.ts'
import { type Alive, type UploadRemote, WorkerDiedError, type WorkerPool } from './workerPool.ts'

/** Larger files go up in parts; up to this size several share a request, or one has it alone, if the line is fast. */
const largestSharedBytes = 16 * MiB
/** Up to this size on any line. */
const sharedAnywayBytes = 8 * MiB
/** Of a request of small files, until the line is known, and on a slow one. */
const firstRequestBytes = minPartChunks * chunkBytes
/** A smaller request does not say how fast the line is, but how long its files take. Of two in a row one is as large. */
const telltaleBytes = firstRequestBytes / 2
/** Proxies take as much; with a file that is refused by itself, requests of the others do not become smaller still. */
const leastRequestBytes = MiB / 2
/** A limit that is not certain grows by so much with each request that comes through. */
const growth = 1.25
/** What a form says of a file takes up to this, the longest names aside. */
const fieldsBytes = 2 * KiB
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
 * Where requests do not come through for their size, smaller ones are made, and of a single file parts.
 * Either way `POST /upload/{link_token}` confirms each file once, and each ends in one event.
 * The engine knows nothing of screens: it takes files and emits events.
 */
export class UploadRun {
  readonly #batch: UploadBatch
  readonly #ended = new AbortController()
  /** Of the batch, or ended by the engine itself. */
  readonly #signal: AbortSignal
  readonly #pool: WorkerPool<UploadRemote>
  readonly #budget = new ByteBudget(heldBytes)
  readonly #connection: Connection
  /** Indexes of the files that are in no request yet, or no longer, and have not ended. */
  readonly #unconfirmed: Set<number>
  /** Ids of the files that have not ended. */
  readonly #open: Set<string>
  /** Of whoever waits for a change of these two. */
  readonly #wakers = new Set<() => void>()
  /** Of a shared request, since a larger one was refused. */
  #allowedBytes = Infinity
  /** The same, since a larger one broke off; it grows again with what comes through. */
  #mostRequestBytes = Infinity
  /** Of a file in a request of its own, since that of a larger one did not come through. */
  #mostAloneBytes = Infinity

  constructor(batch: UploadBatch, pool: WorkerPool<UploadRemote>) {
    this.#batch = batch
    this.#pool = pool
    this.#signal = AbortSignal.any([batch.signal, this.#ended.signal])
    this.#connection = new Connection({ signal: this.#signal, onChange: batch.onConnection })
    this.#unconfirmed = new Set(batch.items.map(({ index }) => index))
    this.#open = new Set(batch.items.map(({ id }) => id))
    this.#signal.addEventListener('abort', () => this.#wake())
  }

  /** Nothing is sent until `resume`; what is being sent stops, and is sent again then. */
  pause() {
    this.#connection.pause()
    this.#pool.each((worker) => void worker.stopSending())
  }

  resume() {
    this.#connection.resume()
  }

  /** Resolves when every file has ended; rejects with a GateClosedError, or the signal's reason. */
  async run(): Promise<void> {
    const planned = this.#batch.items.map((item) => this.#plan(item))
    // One that was begun in parts is gone on with, whatever its size.
    const goesInParts = ({ item: { file, index } }: Planned) =>
      file.size > largestSharedBytes || this.#batch.journal.record(index) !== undefined
    const large = planned.filter(goesInParts)
    const small = planned.filter((file) => !goesInParts(file))
    const requests = shareRequests(small, formBytes, () => this.#requestBytes)
    // A large file holds its worker until it is sent; small ones must not wait for that.
    const largeLanes = Math.max(1, this.#pool.size - (small.length > 0 ? 1 : 0))
    await Promise.all([
      inLanes(largeLanes, large.values(), (file) => this.#sendLarge(file)),
      inLanes(requestLanes, requests, (files) => this.#sendSmall(files)),
    ])
    this.#signal.throwIfAborted()
  }

  /** As much as a part. A part may be large before the line is known, since it is made smaller when it does not arrive. */
  get #requestBytes(): number {
    const { bytesPerSecond } = this.#connection.rate
    const fitting =
      bytesPerSecond === undefined ? firstRequestBytes : choosePartChunks(bytesPerSecond) * chunkBytes
    return Math.min(fitting, this.#allowedBytes, this.#mostRequestBytes)
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
    const [first] = files
    if (first && files.length === 1) {
      const { size } = first.item.file
      if (size > this.#mostAloneBytes) return this.#sendLarge(first, minPartChunks)
      if (size > Math.max(sharedAnywayBytes, this.#requestBytes)) return this.#sendLarge(first)
    }
    for (const { item } of files) this.#emit({ type: 'statusChanged', id: item.id, status: 'hashing' })
    try {
      await this.#withLivingWorker(files, (worker, alive) => this.#sealAndConfirm(worker, alive, files))
    } catch (error) {
      if (error instanceof TooLargeError) await this.#sendSmaller(files, error)
      else for (const file of files) this.#fail(file, error)
    }
  }

  /** Of files whose request is too large for the way to the server, or has one that is: by half at least. */
  async #sendSmaller(planned: Planned[], { isRefusal }: TooLargeError): Promise<void> {
    this.#takeBack(planned)
    const files = planned.filter(({ item }) => this.#open.has(item.id))
    for (const { item } of files) {
      this.#emit({ type: 'statusChanged', id: item.id, status: 'pending' })
      this.#emit({ type: 'progressed', id: item.id, sentBytes: 0 })
    }
    const [first] = files
    if (first && files.length === 1) {
      this.#mostAloneBytes = Math.min(this.#mostAloneBytes, first.item.file.size - 1)
      return this.#sendLarge(first, minPartChunks)
    }
    const half = sumOf(files, formBytes) / 2
    const limit = Math.max(leastRequestBytes, half)
    if (isRefusal) this.#allowedBytes = Math.min(this.#allowedBytes, limit)
    else this.#mostRequestBytes = Math.min(this.#mostRequestBytes, limit)
    const requests = shareRequests(files, formBytes, () => Math.min(half, this.#requestBytes))
    for (const request of requests) await this.#sendSmall(request)
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
      const bytes = sumOf(ready, ({ sealedBytes }) => sealedBytes)
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
        const mayShrink = ready.length > 1 || bytes > sealedSize(firstRequestBytes)
        const mayBeSize = () => sent > 0 && bytes > leastRequestBytes
        return mayShrink
          ? this.#connection.sendShrinkable(this.#confirmation, send, mayBeSize)
          : this.#connection.send(this.#confirmation, send)
      })
      this.#mostRequestBytes *= growth
      if (bytes >= telltaleBytes) this.#connection.rate.add(bytes, performance.now() - began)
    } finally {
      void sealer.drop()
      sealer[releaseProxy]()
    }
  }

  /** @param partChunks of a part, where larger ones do not come through */
  async #sendLarge(file: Planned, partChunks?: number): Promise<void> {
    this.#emit({ type: 'statusChanged', id: file.item.id, status: 'hashing' })
    try {
      await this.#withLivingWorker([file], (worker, alive) =>
        this.#sendInParts(worker, alive, file, partChunks),
      )
    } catch (error) {
      this.#fail(file, error)
      if (isOfNoUse(error)) void discard(file.names.index, this.#batch)
    }
  }

  async #sendInParts(
    worker: UploadRemote,
    alive: Alive,
    file: Planned,
    partChunks: number | undefined,
  ): Promise<void> {
    const { checkTypes } = this.#batch
    const { item, names } = file
    const { id } = item
    const transport: PartsTransport = {
      ...this.#batch,
      signal: this.#signal,
      options: { checkTypes },
      budget: this.#budget,
      connection: this.#connection,
      alive,
    }
    const large = {
      file: item.file,
      index: names.index,
      partChunks,
      onEncrypting: () => this.#emit({ type: 'statusChanged', id, status: 'encrypting' }),
      onUploading: () => this.#emit({ type: 'statusChanged', id, status: 'uploading' }),
      onSent: (sentBytes: number) => this.#emit({ type: 'progressed', id, sentBytes }),
    }
    const upload = await PartsUpload.send(worker, large, transport)
    try {
      const { hash } = await upload.sealer.finish(names, upload.lastMark)
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
   * One request that confirms files, sent as often as it takes. The one that ends the batch waits until all other files
   * have ended and says so, for a server that tells the folder's owner once a batch; should its last files fail before
   * they are sent, no request says it.
   */
  async #confirm(files: Sealed[], send: (isLast: boolean) => Promise<unknown>): Promise<void> {
    for (const { names } of files) this.#unconfirmed.delete(names.index)
    const others = () => this.#open.size - files.filter(({ item }) => this.#open.has(item.id)).length
    // Files that come back, because their request or their worker has failed, end the batch themselves.
    while (this.#unconfirmed.size === 0 && others() > 0) {
      this.#signal.throwIfAborted()
      await new Promise<void>((resolve) => this.#wakers.add(resolve))
    }
    const answer = await send(others() === 0)
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
        if (isFinal(verdict.error)) void discard(names.index, this.#batch)
      }
    })
    // Should this be lost, the files are confirmed once more, which changes nothing.
    if (ended.length > 0) void this.#batch.journal.ended(ended)
  }

  /** Does the work with a worker of its own, and with another when that dies. */
  async #withLivingWorker(
    files: Planned[],
    work: (worker: UploadRemote, alive: Alive) => Promise<void>,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.#signal.throwIfAborted()
      this.#takeBack(files)
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
    // It is no file's fault, and meets all of them: the others need not find out each by itself.
    if (isGateClosed(error)) this.#ended.abort(new GateClosedError())
    this.#signal.throwIfAborted()
    this.#unconfirmed.delete(names.index)
    const isRequest =
      error instanceof NetworkError || error instanceof RefusedError || error instanceof ApiError
    const text = typeof error === 'string' ? error : error instanceof Error ? error.message : String(error)
    this.#emit({ type: 'failed', id: item.id, stage: isRequest ? 'request' : 'processing', error: text })
  }

  /** They are in no request, or no longer. */
  #takeBack(files: Planned[]) {
    for (const { item } of files) if (this.#open.has(item.id)) this.#unconfirmed.add(item.index)
    this.#wake()
  }

  #wake() {
    for (const wake of this.#wakers) wake()
    this.#wakers.clear()
  }

  #emit(event: UploadEvent) {
    if (event.type === 'succeeded' || event.type === 'failed') {
      if (!this.#open.delete(event.id)) return
      this.#wake()
    }
    this.#batch.onEvent(event)
  }
}

/** What was sent is of another content than is there now, or cannot be completed; any other failure may be gone on from. */
const isOfNoUse = (error: unknown): boolean =>
  error instanceof Error && (['FileChangedError', 'CoveredBytesError'].includes(error.name) || isSpent(error))

const isGateClosed = (error: unknown): boolean =>
  (error instanceof RefusedError || error instanceof ApiError) &&
  error.status === 403 &&
  error.message === detail.gateClosed

/** What a file adds to a form. */
const formBytes = ({ item }: Planned): number => item.file.size + fieldsBytes

function sumOf<T>(list: readonly T[], bytesOf: (entry: T) => number): number {
  return list.reduce((sum, entry) => sum + bytesOf(entry), 0)
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
