import { errorDetails } from '../../../contract/errors.ts'
import { chunkBytes, minPartChunks } from '../../../contract/limits.ts'
import { type Fault, fault } from '../../../core/faults/fault.ts'
import type {
  OnBodyProgress,
  SealingWorkers,
  CompletedFile,
  FileSettings,
  HiddenAttempt,
  RawResponse,
  RequestHead,
  SealingWorker,
  BodyOptions,
  SmallFile,
  UploadPorts,
} from '../../../core/ports.ts'
import type { ManifestDraft } from '../../../core/seal/types.ts'
import type { UploadEvent } from '../../../core/upload/messages.ts'
import type {
  JournalRecord,
  Durability,
  UploadPlan,
  UnitId,
  RequestKind,
} from '../../../core/upload/state.ts'

/** A file without bytes: what is sealed of it is its name and which reading of it that was. */
export interface MemoryFile {
  readonly name: string
  readonly size: number
}

/** Turns of the microtask queue: far more than any chain of answers has. */
export async function passMicrotasks(count = 200): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

/**
 * Everything that an upload needs, in memory: a server that takes what it is sent, threads, a journal and a clock that
 * stands still. A test changes what it is about.
 */
export class MemoryUpload implements UploadPorts<MemoryFile> {
  readonly files: readonly MemoryFile[]
  readonly events: UploadEvent[] = []
  /** What was asked of threads and server, in order. */
  readonly log: string[] = []
  /** Uploads of the server, with their parts. */
  readonly uploads = new Map<string, Set<number>>()
  readonly records = new Map<number, JournalRecord>()
  readonly endedFiles: CompletedFile[] = []
  /** What threads were asked to begin with. */
  readonly openedWith: unknown[] = []
  gateIsClosed = false
  isClosed = false
  time = 0
  /** Of the files of the next batch: a server gives each another. */
  firstId = 100
  wake: { at: number; call: () => void } | null = null
  networkBack: (() => void) | null = null
  /** What the server says to a request, before it takes it; null where it takes it. */
  refuse: (kind: RequestKind, request: RequestHead) => Promise<RawResponse | null> | RawResponse | null =
    () => null
  /** Whether parts may go straight to a store. */
  isDirect = false
  refuseAddress: (n: number) => Promise<Fault> | Fault | null = () => null
  /** Parts that the server does not find as they were sent, and drops. */
  alteredParts: () => readonly number[] = () => []
  beforeWriteRecord: () => Promise<Durability> = () => Promise.resolve('durable')
  beforeMake: (n: number) => Promise<void> = () => Promise.resolve()
  #keys = 0
  readonly #units = new Map<
    UnitId,
    { files: readonly MemoryFile[]; manifestDraft: readonly ManifestDraft[] }
  >()
  readonly #dead = new Set<UnitId>()
  readonly #stopped = new Set<() => void>()
  #onDeath: (unit: UnitId) => void = () => undefined
  #onBytesLeft: OnBodyProgress = () => undefined

  constructor(files: readonly MemoryFile[]) {
    this.files = files
  }

  get plan(): UploadPlan {
    return { files: this.files.map(({ size }, index) => ({ index, size })), records: new Map(), threads: 3 }
  }

  readonly attempts: HiddenAttempt[] = []
  readonly settings = {
    recipient: {} as CryptoKey,
    batchId: 'batch',
    checkTypes: false,
    originKey: null,
    linkTag: null,
    privateNames: false,
    answers: null,
  }

  readonly onEvent = (event: UploadEvent): void => void this.events.push(event)

  readonly file = (planIndex: number): MemoryFile => {
    const file = this.files[planIndex]
    if (!file) throw new Error(`There is no file ${planIndex}.`)
    return file
  }

  readonly manifestDraft = (planIndex: number): ManifestDraft => {
    const { name } = this.file(planIndex)
    return { name, path: '.', batch: 'batch', index: planIndex, count: this.files.length }
  }

  /** Its thread ends without a word. */
  kill(unit: UnitId) {
    this.#dead.add(unit)
    this.#onDeath(unit)
  }

  /** So many bytes of it have left. */
  reportBytesLeft(unit: UnitId, kind: RequestKind, bytes: number) {
    this.#onBytesLeft(unit, kind, bytes, false)
  }

  eventsOfType(type: 'stored' | 'failed'): UploadEvent[] {
    return this.events.filter((event) => event.type === type)
  }

  readonly #worker: SealingWorker<MemoryFile> = {
    onProgress: () => undefined,
    seal: (unit: UnitId, files: readonly SmallFile<MemoryFile>[]) => {
      this.log.push(`seal ${unit}`)
      this.#units.set(unit, {
        files: files.map(({ file }) => file),
        manifestDraft: files.map(({ manifestDraft }) => manifestDraft),
      })
      const sealed = files.map(({ file }) => ({ hash: `hash of ${file.name}`, sealedBytes: file.size + 16 }))
      return this.#answer(unit, { ok: true, value: sealed })
    },
    open: (unit: UnitId, file: MemoryFile, { manifestDraft }: FileSettings, kept: unknown) => {
      this.log.push(`open ${unit}`)
      this.openedWith.push(kept)
      this.#units.set(unit, { files: [file], manifestDraft: [manifestDraft] })
      return this.#answer(unit, { ok: true, value: { packedKey: kept ?? `key ${++this.#keys}` } })
    },
    make: async (unit: UnitId, n: number) => {
      this.log.push(`make ${unit} ${n}`)
      await this.beforeMake(n)
      const { name } = this.#units.get(unit)?.files[0] ?? {}
      return this.#answer(unit, { ok: true, value: { checkpoint: `hash of ${name} ${n}` } })
    },
    send: async (unit: UnitId, kind: RequestKind, request: RequestHead, how: BodyOptions) => {
      this.log.push(`send ${unit} ${kind}${how.isLast ? ' last' : ''}`)
      const stopped = new Promise<RawResponse>((resolve) => this.#stopped.add(() => resolve(rawResponse(0))))
      const refused = await Promise.race([this.refuse(kind, request), stopped])
      if (refused) return refused
      if (typeof kind === 'number') {
        this.uploads.get(how.uploadId ?? '')?.add(kind)
        return rawResponse(request.isDirectToStore ? 200 : 204)
      }
      const altered = kind === 'confirm' ? this.alteredParts() : []
      for (const n of altered) this.uploads.get(how.uploadId ?? '')?.delete(n)
      return this.#answer(unit, rawResponse(200, this.#result(unit, kind, altered)))
    },
    hiddenNames: () => Promise.resolve(null),
    checksumOf: (unit: UnitId, n: number) => this.#answer(unit, `sum of ${n}`),
    stop: () => undefined,
    drop: () => undefined,
  }

  readonly workers: SealingWorkers<MemoryFile> = {
    size: 3,
    of: (unit) => Promise.resolve(this.#dead.has(unit) ? null : this.#worker),
    free: () => undefined,
    drop: (unit) => void this.log.push(`drop ${unit}`),
    stop: () => {
      for (const stop of this.#stopped) stop()
      this.#stopped.clear()
    },
    onProgress: (hear) => void (this.#onBytesLeft = hear),
    onDeath: (hear) => void (this.#onDeath = hear),
    close: () => void (this.isClosed = true),
  }

  readonly calls: UploadPorts<MemoryFile>['calls'] = {
    create: (sealedBytes, partBytes) => {
      this.log.push(`create ${sealedBytes} ${partBytes}`)
      const uploadId = `upload ${this.uploads.size + 1}`
      this.uploads.set(uploadId, new Set())
      return Promise.resolve({ ok: true, uploadId, direct: this.isDirect })
    },
    ask: (uploadId) => {
      const parts = this.uploads.get(uploadId)
      this.log.push(`ask ${uploadId}`)
      if (!parts) return Promise.resolve({ ok: false, fault: fault('uploadUnknown', { status: 404 }) })
      return Promise.resolve({ ok: true, parts: [...parts], direct: this.isDirect })
    },
    address: (uploadId, n, xxh64) => {
      this.log.push(`address ${uploadId} ${n} ${xxh64}`)
      const url = `https://store.example.org/${n}`
      const given: RequestHead = { method: 'PUT', url, isDirectToStore: true, csrfToken: '' }
      return Promise.resolve(this.refuseAddress(n)).then((refused) => refused ?? given)
    },
    abort: (uploadId) => {
      this.log.push(`abort ${uploadId}`)
      this.uploads.delete(uploadId)
    },
    isGateClosed: () => Promise.resolve(this.gateIsClosed),
    request: () => ({ method: 'POST', url: '/', csrfToken: 'token' }),
  }

  readonly journal: UploadPorts<MemoryFile>['journal'] = {
    writeAttempts: (attempts) => Promise.resolve(void this.attempts.push(...attempts)),
    attemptsOf: (index) => this.attempts.filter((attempt) => attempt.index === index),
    writeRecord: async (index, record) => {
      const as = await this.beforeWriteRecord()
      if (as === 'durable') this.records.set(index, record)
      return as
    },
    removeRecord: (index) => Promise.resolve(void this.records.delete(index)),
    writeCompleted: (files) => Promise.resolve(void this.endedFiles.push(...files)),
  }

  readonly clock: UploadPorts<MemoryFile>['clock'] = {
    now: () => this.time,
    random: () => 0.5,
    wakeAt: (at, call) => void (this.wake = at === null ? null : { at, call }),
    onNetworkBack: (back) => {
      this.networkBack = back
      return () => (this.networkBack = null)
    },
  }

  /** A thread that has died answers nothing. */
  #answer<T>(unit: UnitId, value: T): Promise<T> {
    return this.#dead.has(unit) ? new Promise<never>(() => undefined) : Promise.resolve(value)
  }

  #result(unit: UnitId, kind: RequestKind, altered: readonly number[]) {
    const manifestDraft = this.#units.get(unit)?.manifestDraft ?? []
    const all = manifestDraft.map(({ name, path, index }) => ({
      ...{ filename: name, original_raw_name_from_client: name, path, size: 0, index },
    }))
    if (altered.length > 0) {
      const refusal = { error: errorDetails.partsMissing, code: 'partsMissing', parts: altered }
      return { successful_files: [], failed_files: all.map((one) => ({ ...one, ...refusal })) }
    }
    const successful_files = all.map((one) => ({
      ...one,
      id: this.firstId + one.index,
      // The first word of a checkpoint, of a file in parts.
      sha256: kind === 'confirm' ? 'hash' : `hash of ${one.filename}`,
    }))
    return { successful_files, failed_files: [] }
  }
}

export const rawResponse = (status: number, body?: unknown): RawResponse => ({
  status,
  statusText: '',
  retryAfter: null,
  text: body === undefined ? '' : JSON.stringify(body),
})

export const rawRefusal = (status: number, code: keyof typeof errorDetails): RawResponse =>
  rawResponse(status, { detail: errorDetails[code], code })

/** Of three parts, and a bit. */
export const largeBytes = 3 * minPartChunks * chunkBytes + 1
