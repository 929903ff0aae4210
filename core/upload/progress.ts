import { assertDefined } from '../../contract/assertDefined.ts'
import type { Fault } from '../faults/fault.ts'
import { RecentRate } from '../util/recentRate.ts'
import type { FailureStage, UploadEvent } from './messages.ts'
import type { PlanIndex, PlannedFile } from './state.ts'
import { type StoredAs, storedAs } from './storedAs.ts'
import { TimeLeft } from './timeLeft.ts'

type EventOf<T extends UploadEvent['type']> = Extract<UploadEvent, { type: T }>

/** Changes of a file since the last report; absent properties have not changed. */
export interface FileProgress {
  readonly file: PlanIndex
  status?: EventOf<'status'>['status']
  /** Plaintext bytes sent. */
  bytes?: number
  /** SHA-256 of the content, in hex, the file's id on the server, and the time in ms since 1970. */
  stored?: StoredAs & { hash: string; at: number }
  failed?: { stage: FailureStage; fault: Fault }
}

export interface Pace {
  /** Null while unknown, as the next. */
  bytesPerSecond: number | null
  secondsLeft: number | null
}

type FileEvent = EventOf<'status' | 'progressed' | 'stored' | 'failed'>

/** Smooth enough; each report costs a rendering. */
const reportIntervalMs = 250

/** Reports events in batches: the latest of each file, and the overall pace. */
export class UploadProgress {
  readonly #files: readonly PlannedFile[]
  readonly #report: (changes: readonly FileProgress[], pace: Pace) => void
  readonly #rate = new RecentRate()
  readonly #timeLeft: TimeLeft
  readonly #sentByFile = new Map<PlanIndex, number>()
  /** All bytes sent, including those of failed files. */
  #sent = 0
  /** Work done: ended files count in full, even if they failed. */
  #done = { files: 0, bytes: 0 }
  #changes = new Map<PlanIndex, FileProgress>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(files: readonly PlannedFile[], report: (changes: readonly FileProgress[], pace: Pace) => void) {
    this.#files = files
    this.#report = report
    this.#timeLeft = new TimeLeft({
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
    })
  }

  add(event: FileEvent) {
    const change = this.#changeOf(event.file)
    switch (event.type) {
      case 'status':
        change.status = event.status
        break
      case 'progressed':
        change.bytes = event.bytes
        this.#count(event.file, event.bytes)
        break
      case 'stored':
        change.stored = { hash: event.hash, ...storedAs(event), at: Date.now() }
        this.#end(event.file)
        break
      case 'failed':
        change.failed = { stage: event.stage, fault: event.fault }
        this.#end(event.file)
        break
    }
    this.#timer ??= setTimeout(() => this.flush(), reportIntervalMs)
  }

  flush() {
    this.close()
    if (this.#changes.size === 0) return
    const changes = [...this.#changes.values()]
    this.#changes = new Map()
    const now = performance.now()
    const left = this.#timeLeft.at({ ...this.#done }, now)
    const secondsLeft = left === null ? null : left / 1000
    this.#report(changes, { bytesPerSecond: this.#rate.record(this.#sent, now), secondsLeft })
  }

  close() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #changeOf(file: PlanIndex): FileProgress {
    const known = this.#changes.get(file)
    if (known) return known
    const change: FileProgress = { file }
    this.#changes.set(file, change)
    return change
  }

  #count(file: PlanIndex, bytes: number) {
    const more = bytes - (this.#sentByFile.get(file) ?? 0)
    this.#sent += more
    this.#done.bytes += more
    this.#sentByFile.set(file, bytes)
  }

  #end(file: PlanIndex) {
    const size = assertDefined(this.#files[file]).size
    this.#done.files++
    this.#done.bytes += size - (this.#sentByFile.get(file) ?? 0)
    this.#sentByFile.delete(file)
  }
}
