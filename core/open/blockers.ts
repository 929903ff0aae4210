import { type Fault, fault, FaultError } from '../faults/fault.ts'
import { pause } from '../util/pause.ts'
import { afterFault, type FailureStreak, blockerOf, giveUpOnFileAfterMs, noFailures } from './afterFault.ts'
import type { Blocker } from './openJob.ts'
import { doesServerAnswer, type FetchContext } from './sealedFileReader.ts'

/** Blockers in the order in which one of several is reported: while a person is asked for something, the network is not. */
const precedence = ['link-password', 'sign-in', 'other-answer', 'network'] as const satisfies Blocker[]

/** The blockers of several files, of which the first by precedence is reported. */
export class Blockers {
  readonly #onChange: (blocker: Blocker | null) => void
  readonly #blockers = new Map<object, Blocker>()
  readonly #wakes = new Set<() => void>()
  #reported: Blocker | null = null
  removalCount = 0
  /** Time since which something else answers for files while the server answers other calls; null if that is not so. */
  filesReplacedSince: number | null = null
  #serverCheck: Promise<void> | null = null

  constructor(onChange: (blocker: Blocker | null) => void) {
    this.#onChange = onChange
  }

  /** @param file any object that identifies one file */
  set(file: object, blocker: Blocker | null): void {
    if (blocker === null) this.#blockers.delete(file)
    else this.#blockers.set(file, blocker)
    this.#notify()
  }

  /** Call it when the blocker has been removed. All files retry at once. */
  resume(): void {
    this.removalCount++
    this.#blockers.clear()
    this.#notify()
    for (const wake of this.#wakes) wake()
  }

  /** Resolves when it is time to retry, or after `resume`. @throws the signal's reason */
  wait(milliseconds: number | null, signal: AbortSignal): Promise<void> {
    return pause(milliseconds, signal, this.#wakes)
  }

  /** Checks whether the server answers another call, by one request for all callers. */
  checkServer(from: FetchContext): void {
    this.#serverCheck ??= doesServerAnswer(from)
      .then((doesAnswer) => {
        this.filesReplacedSince = doesAnswer ? (this.filesReplacedSince ?? performance.now()) : null
      })
      // The signal was aborted.
      .catch(() => undefined)
      .finally(() => {
        this.#serverCheck = null
      })
  }

  #notify() {
    const all = new Set(this.#blockers.values())
    const blocker = precedence.find((blocker) => all.has(blocker)) ?? null
    if (blocker === this.#reported) return
    this.#reported = blocker
    this.#onChange(blocker)
  }
}

/** The retries of one request, for one file or several together. */
export class RetryLoop {
  readonly #blockers: Blockers
  readonly #from: FetchContext
  #streak: FailureStreak = noFailures
  #removalCount: number

  constructor(opening: FetchContext & { readonly blockers: Blockers }) {
    this.#blockers = opening.blockers
    this.#from = opening
    this.#removalCount = opening.blockers.removalCount
  }

  /** Resolves when it is time to retry. @param chunk the first unverified one @throws FaultError */
  async wait(failure: Fault, chunk: number): Promise<void> {
    // The request may have been sent before the blocker was removed.
    const isLate = blockerOf(failure) !== null && this.#removalCount !== this.#blockers.removalCount
    if (failure.code === 'other-answer') this.#failIfFilesReplaced()
    if (!isLate) await this.#retryOrFail(failure, chunk)
    this.#removalCount = this.#blockers.removalCount
  }

  /**
   * Gives up a file that has failed before. The minute until then is common to all files, since a sender may have sent
   * many.
   * @throws FaultError
   */
  #failIfFilesReplaced(): void {
    const { filesReplacedSince } = this.#blockers
    this.#blockers.checkServer(this.#from)
    if (filesReplacedSince === null || this.#streak.failures < 2) return
    if (performance.now() - filesReplacedSince <= giveUpOnFileAfterMs) return
    this.end()
    throw new FaultError(fault('other-answer'))
  }

  async #retryOrFail(failure: Fault, chunk: number): Promise<void> {
    const [streak, next] = afterFault(this.#streak, failure, {
      chunk,
      now: performance.now(),
      random: Math.random(),
    })
    this.#streak = streak
    if (next.do === 'fail') {
      this.end()
      throw new FaultError(next.fault)
    }
    if (next.do === 'retry') {
      if (next.blocker) this.#blockers.set(this, next.blocker)
      await this.#blockers.wait(next.after, this.#from.signal)
      return
    }
    this.#blockers.set(this, next.blocker)
    await this.#blockers.wait(null, this.#from.signal)
    // Not shortened by `resume`: other files may report the same blocker again.
    if (next.after > 0) await pause(next.after, this.#from.signal)
  }

  reset(): void {
    if (this.#streak.failures > 0) {
      this.#blockers.set(this, null)
      // Something else answered only temporarily.
      this.#blockers.filesReplacedSince = null
    }
    this.#streak = noFailures
  }

  end(): void {
    this.#blockers.set(this, null)
  }
}
