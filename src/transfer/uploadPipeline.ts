import { MiB } from '../../contract/limits.ts'
import type { ManifestNames } from '../../workers/fileSealer.ts'
import { randomBytes, toBase64Url } from '../crypto/index.ts'
import { ByteBudget } from './byteBudget.ts'
import { confirmFiles, type SealedItem, uploadRequestForm, verdicts } from './confirmFiles.ts'
import { RateMeter, uploadInParts } from './partsUpload.ts'
import { NetworkError, RefusedError } from './sendBlob.ts'
import type { UploadBatch, UploadEvent, UploadItem } from './uploadTypes.ts'
import { WorkerDiedError, type WorkerPool } from './workerPool.ts'

/** Larger files go up in parts; up to this size several share a request. */
const largestSharedBytes = 4 * MiB
const requestBytes = 16 * MiB
const requestFiles = 250
/** Requests of small files under way: one is sealed while another is sent and a third is stored. */
const requestLanes = 3
/** Ciphertext that is held in the browser until the server has it. */
const heldBytes = 96 * MiB
/** A file whose worker died is begun anew, with a fresh key, this often. */
const attempts = 3

interface Planned {
  item: UploadItem
  index: number
  names: ManifestNames
}

/**
 * [Note: The upload engine]
 * A batch is what a person started together. Its files go two ways: small ones are sealed many at a time and share
 * multipart requests; a large one is sealed part by part while its parts travel, and is then named by such a request.
 * Either way the specification's `POST /upload/{link_token}` confirms each file once, and each ends in one event.
 * The engine knows nothing of screens: it takes files and emits events.
 *
 * Resolves when every file has ended; rejects only with the signal's reason.
 */
export async function runUpload(batch: UploadBatch, pool: WorkerPool): Promise<void> {
  await new UploadRun(batch, pool).run()
}

class UploadRun {
  readonly #batch: UploadBatch
  readonly #pool: WorkerPool
  readonly #batchId = toBase64Url(randomBytes(16))
  readonly #budget = new ByteBudget(heldBytes)
  readonly #rate = new RateMeter()
  /** Files that are in no request yet. */
  #unconfirmed: number
  readonly #confirming = new Set<Promise<void>>()

  constructor(batch: UploadBatch, pool: WorkerPool) {
    this.#batch = batch
    this.#pool = pool
    this.#unconfirmed = batch.items.length
  }

  async run(): Promise<void> {
    const planned = this.#batch.items.map((item, index) => this.#plan(item, index))
    const large = planned.filter(({ item }) => item.file.size > largestSharedBytes)
    const small = shareRequests(planned.filter(({ item }) => item.file.size <= largestSharedBytes))
    // A large file holds its worker until it is sealed; small ones must not wait for that.
    const largeLanes = Math.max(1, this.#pool.size - (small.length > 0 ? 1 : 0))
    await Promise.all([
      inLanes(largeLanes, large, (file) => this.#sendLarge(file)),
      inLanes(requestLanes, small, (files) => this.#sendSmall(files)),
    ])
    this.#batch.signal.throwIfAborted()
  }

  #plan(item: UploadItem, index: number): Planned {
    // Forms cannot carry lone surrogates; the manifest must say what the server will have received.
    const names = {
      name: item.name.toWellFormed(),
      path: item.path.toWellFormed(),
      batch: this.#batchId,
      index,
      count: this.#batch.items.length,
    }
    return { item, index, names }
  }

  async #sendSmall(files: Planned[]): Promise<void> {
    const { recipientKey, checkTypes, signal } = this.#batch
    for (const { item } of files) this.#emit({ type: 'statusChanged', id: item.id, status: 'hashing' })
    const sources = files.map(({ item, names }) => ({ file: item.file, names }))
    let sealed
    try {
      sealed = await this.#withLivingWorker(() =>
        this.#pool.lease((worker) => worker.sealBatch(sources, recipientKey, { checkTypes })),
      )
    } catch (error) {
      for (const { item } of files) this.#failProcessing(item, error)
      return
    }
    signal.throwIfAborted()
    const ready: SealedItem[] = []
    files.forEach(({ item, index }, position) => {
      const outcome = sealed[position]
      if (outcome?.ok) ready.push({ item, index, body: outcome.blob, fields: outcome.fields })
      else this.#failProcessing(item, outcome?.error ?? 'The file could not be read.')
    })
    for (const { item } of ready) this.#emit({ type: 'statusChanged', id: item.id, status: 'uploading' })
    if (ready.length > 0)
      await this.#confirm(
        ready,
        fileProgress(ready, (event) => this.#emit(event)),
      )
  }

  async #sendLarge({ item, index, names }: Planned): Promise<void> {
    const { linkToken, recipientKey, checkTypes, signal } = this.#batch
    const { id } = item
    const status = (value: 'hashing' | 'encrypting' | 'uploading') =>
      this.#emit({ type: 'statusChanged', id, status: value })
    status('hashing')
    const transport = {
      linkToken,
      recipientKey,
      checkTypes,
      signal,
      pool: this.#pool,
      budget: this.#budget,
      rate: this.#rate,
    }
    const progress = {
      onEncrypting: () => status('encrypting'),
      onUploading: () => status('uploading'),
      onSent: (sentBytes: number) => this.#emit({ type: 'progressed', id, sentBytes }),
    }
    try {
      const sent = await this.#withLivingWorker(() => uploadInParts({ item, names }, transport, progress))
      await this.#confirm([{ item, index, ...sent }])
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof NetworkError || error instanceof RefusedError) {
        this.#unconfirmed--
        this.#emit({ type: 'failed', id, stage: 'request', error: error.message })
      } else {
        this.#failProcessing(item, error)
      }
    }
  }

  /**
   * One request that confirms files. The one that ends the batch waits for all others and says so, for a server that
   * tells the folder's owner once a batch; should its last files fail before they are sent, no request says it.
   */
  async #confirm(files: SealedItem[], onProgress?: (bytes: number) => void): Promise<void> {
    this.#unconfirmed -= files.length
    const isLast = this.#unconfirmed === 0
    if (isLast) await Promise.all(this.#confirming)
    const confirming = this.#confirmNow(files, isLast, onProgress)
    this.#confirming.add(confirming)
    await confirming
    this.#confirming.delete(confirming)
  }

  async #confirmNow(
    files: SealedItem[],
    isLast: boolean,
    onProgress?: (bytes: number) => void,
  ): Promise<void> {
    const { linkToken, signal } = this.#batch
    try {
      const form = uploadRequestForm(files, { batchId: this.#batchId, isLast })
      const result = await confirmFiles(linkToken, form, signal, onProgress)
      verdicts(files, result).forEach((verdict, position) => {
        const file = files[position]
        if (!file) return
        const { id } = file.item
        if (verdict.ok) {
          const { fileId, filename } = verdict
          this.#emit({ type: 'succeeded', id, fileId, filename, sha256: file.fields.hash })
        } else this.#emit({ type: 'failed', id, stage: 'server', error: verdict.error })
      })
    } catch (error) {
      if (signal.aborted) return // the run itself ends with the reason
      const text = messageOf(error)
      for (const { item } of files) this.#emit({ type: 'failed', id: item.id, stage: 'request', error: text })
    }
  }

  /** Does the work anew when the worker under it dies. */
  async #withLivingWorker<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      this.#batch.signal.throwIfAborted()
      try {
        return await work()
      } catch (error) {
        if (attempt >= attempts || !(error instanceof WorkerDiedError)) throw error
      }
    }
  }

  #failProcessing(item: UploadItem, error: unknown) {
    this.#batch.signal.throwIfAborted()
    this.#unconfirmed--
    this.#emit({ type: 'failed', id: item.id, stage: 'processing', error: messageOf(error) })
  }

  #emit(event: UploadEvent) {
    this.#batch.onEvent(event)
  }
}

const messageOf = (error: unknown) =>
  typeof error === 'string' ? error : error instanceof Error ? error.message : String(error)

/** Packs files, in their order, into requests of bounded size and number. */
function shareRequests(files: Planned[]): Planned[][] {
  const requests: Planned[][] = []
  let current: Planned[] = []
  let bytes = 0
  for (const file of files) {
    if (
      current.length >= requestFiles ||
      (current.length > 0 && bytes + file.item.file.size > requestBytes)
    ) {
      requests.push(current)
      current = []
      bytes = 0
    }
    current.push(file)
    bytes += file.item.file.size
  }
  if (current.length > 0) requests.push(current)
  return requests
}

/** Works through a list with so many at a time. */
async function inLanes<T>(lanes: number, list: T[], work: (entry: T) => Promise<void>): Promise<void> {
  const rest = list.values()
  await Promise.all(
    Array.from({ length: Math.min(lanes, list.length) }, async () => {
      for (const entry of rest) await work(entry)
    }),
  )
}

/** Spreads the progress of a shared request over its files, in the order in which they travel. */
function fileProgress(files: SealedItem[], emit: (event: UploadEvent) => void): (bytes: number) => void {
  let done = 0
  let before = 0
  return (bytes) => {
    for (let file = files[done]; file && before + file.body.size <= bytes; file = files[done]) {
      emit({ type: 'progressed', id: file.item.id, sentBytes: file.item.file.size })
      before += file.body.size
      done++
    }
  }
}
