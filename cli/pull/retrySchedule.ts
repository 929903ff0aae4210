const minDelayMs = 60_000
const maxDelayMs = 60 * 60_000

interface Failure {
  /** Code of the fault, or the text that was shown. */
  readonly code: string
  readonly tryCount: number
  /** Time of the next try, in milliseconds since 1970. */
  readonly retryAt: number
}

/** Failed files, and when they are tried again: not every poll fetches a damaged file. */
export class RetrySchedule {
  readonly #failures = new Map<number, Failure>()

  /** Records a failure; the pause grows with each. @returns true if the file did not fail with this code before */
  recordFailure(id: number, code: string, now: number): boolean {
    const previous = this.#failures.get(id)
    const tryCount = (previous?.tryCount ?? 0) + 1
    const retryAt = now + Math.min(maxDelayMs, minDelayMs * 2 ** (tryCount - 1))
    this.#failures.set(id, { code, tryCount, retryAt })
    return previous?.code !== code
  }

  /** Lets a file wait until a time, however often it did. @returns as `recordFailure` */
  recordWaiting(id: number, code: string, retryAt: number): boolean {
    const previous = this.#failures.get(id)
    this.#failures.set(id, { code, tryCount: 0, retryAt })
    return previous?.code !== code
  }

  forget(id: number): void {
    this.#failures.delete(id)
  }

  mayTry(id: number, now: number): boolean {
    return (this.#failures.get(id)?.retryAt ?? now) <= now
  }

  isAnyDue(now: number): boolean {
    return [...this.#failures.values()].some(({ retryAt }) => retryAt <= now)
  }

  /** Forgets files that are no longer listed. */
  keepOnly(listed: ReadonlyMap<number, unknown>): void {
    for (const id of this.#failures.keys()) if (!listed.has(id)) this.#failures.delete(id)
  }
}
