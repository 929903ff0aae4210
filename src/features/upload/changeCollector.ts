import { RecentRate } from '../../transfer/recentRate.ts'
import type { UploadEvent } from '../../transfer/uploadTypes.ts'
import type { FileChange } from './uploadEvents.ts'

/** Milliseconds between reports: often enough to be seen moving, and each costs a rendering. */
const interval = 250

/** Gathers the engine's events, a change a file, and reports them together. */
export class ChangeCollector {
  readonly #report: (changes: FileChange[], bytesPerSecond: number | null) => void
  readonly #rate = new RecentRate()
  /** Of files under way; what has ended stays in the sum. */
  readonly #sentOf = new Map<number, number>()
  #sent = 0
  #changes = new Map<number, FileChange>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(report: (changes: FileChange[], bytesPerSecond: number | null) => void) {
    this.#report = report
  }

  add(event: UploadEvent) {
    const id = Number(event.id)
    const change: FileChange = this.#changes.get(id) ?? { id }
    this.#changes.set(id, change)
    switch (event.type) {
      case 'statusChanged':
        change.status = event.status
        break
      case 'progressed':
        change.sentBytes = event.sentBytes
        this.#sent += event.sentBytes - (this.#sentOf.get(id) ?? 0)
        this.#sentOf.set(id, event.sentBytes)
        break
      case 'succeeded':
        change.succeeded = { sha256: event.sha256, fileId: event.fileId }
        this.#sentOf.delete(id)
        break
      case 'failed':
        change.failed = { stage: event.stage, error: event.error }
        this.#sentOf.delete(id)
        break
    }
    this.#timer ??= setTimeout(() => this.flush(), interval)
  }

  /** Reports at once what is waiting. */
  flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#changes.size === 0) return
    const changes = [...this.#changes.values()]
    this.#changes = new Map()
    this.#report(changes, this.#rate.at(this.#sent, performance.now()))
  }

  close() {
    clearTimeout(this.#timer)
  }
}
