const minDelayMs = 60_000
const maxDelayMs = 60 * 60_000

interface Failure {
  /** Code of the fault, or the text that was shown. */
  readonly code: string
  readonly tries: number
  /** Time of the next try, in milliseconds since 1970. */
  readonly retryAt: number
}

/** Failed files with the time of their next try: not every poll fetches a damaged file again. */
export class RetrySchedule {
  readonly #failures = new Map<number, Failure>()

  /** @returns true if the failure is new */
  recordFailure(id: number, { code }: Pick<Failure, 'code'>, now: number): boolean {
    const before = this.#failures.get(id)
    const tries = (before?.tries ?? 0) + 1
    this.#failures.set(id, {
      code,
      tries,
      retryAt: now + Math.min(maxDelayMs, minDelayMs * 2 ** (tries - 1)),
    })
    return before?.code !== code
  }

  /** Lets a file wait until a time, however often it has. @returns true if the failure is new */
  recordWaiting(id: number, { code }: Pick<Failure, 'code'>, retryAt: number): boolean {
    const before = this.#failures.get(id)
    this.#failures.set(id, { code, tries: 0, retryAt })
    return before?.code !== code
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
  keepOnly(listed: ReadonlySet<number>): void {
    for (const id of this.#failures.keys()) if (!listed.has(id)) this.#failures.delete(id)
  }
}
