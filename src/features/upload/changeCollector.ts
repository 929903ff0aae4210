import type { UploadEvent } from '../../transfer/uploadTypes.ts'
import type { FileChange } from './uploadEvents.ts'

/** At most ten reports a second. */
const interval = 100
/** The rate is that of the last seconds, and is told anew once a second: figures that jump cannot be read. */
const rateWindow = 5000
const rateInterval = 1000

/** Gathers the engine's events, a change a file, and reports them together. */
export class ChangeCollector {
  readonly #report: (changes: FileChange[], bytesPerSecond: number | null) => void
  readonly #rate = new SentRate()
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
        this.#rate.sent(id, event.sentBytes)
        break
      case 'succeeded':
        change.succeeded = { sha256: event.sha256 }
        this.#rate.forget(id)
        break
      case 'failed':
        change.failed = { stage: event.stage, error: event.error }
        this.#rate.forget(id)
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
    this.#report(changes, this.#rate.bytesPerSecond(performance.now()))
  }

  close() {
    clearTimeout(this.#timer)
  }
}

/** Bytes a second over the last few seconds. */
class SentRate {
  readonly #sentOf = new Map<number, number>()
  #total = 0
  #samples: { at: number; total: number }[] = []
  #told: { at: number; value: number | null } = { at: -Infinity, value: null }

  sent(id: number, bytes: number) {
    this.#total += bytes - (this.#sentOf.get(id) ?? 0)
    this.#sentOf.set(id, bytes)
  }

  /** A file that has ended stays counted. */
  forget(id: number) {
    this.#sentOf.delete(id)
  }

  bytesPerSecond(now: number): number | null {
    this.#samples.push({ at: now, total: this.#total })
    while (this.#samples.length > 2 && now - (this.#samples[0]?.at ?? now) > rateWindow) this.#samples.shift()
    if (now - this.#told.at >= rateInterval) {
      const first = this.#samples[0]
      const elapsed = first ? now - first.at : 0
      const value =
        first && elapsed > 500 ? Math.max(0, ((this.#total - first.total) * 1000) / elapsed) : null
      this.#told = { at: now, value }
    }
    return this.#told.value
  }
}
