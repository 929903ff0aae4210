import { type Fault, fault, FaultError } from '../faults/fault.ts'
import { pause } from '../util/pause.ts'
import { afterFault, type FailureStreak, blockerOf, giveUpOnFileAfterMs, noFailures } from './afterFault.ts'
import type { Blocker } from './openJob.ts'
import { doesServerAnswer, type FetchContext } from './sealedFileReader.ts'

/** By precedence: while a person is asked for something, the network is not the problem. */
const precedence = ['link-password', 'sign-in', 'other-answer', 'network'] as const satisfies Blocker[]

/** Blockers of several files, reported as one. */
export class Blockers {
  readonly #onChange: (blocker: Blocker | null) => void
  readonly #blockers = new Map<object, Blocker>()
  readonly #wakes = new Set<() => void>()
  #reported: Blocker | null = null
  removals = 0
  /** Since when something else has answered for files, while the server answered another call; null if it did not. */
  aloneSince: number | null = null
  #asking: Promise<void> | null = null

  constructor(onChange: (blocker: Blocker | null) => void) {
    this.#onChange = onChange
  }

  /** @param file any object that identifies one file */
  set(file: object, blocker: Blocker | null): void {
    if (blocker === null) this.#blockers.delete(file)
    else this.#blockers.set(file, blocker)
    this.#notify()
  }

  /** The blocker was removed: all files retry now. */
  resume(): void {
    this.removals++
    this.#blockers.clear()
    this.#notify()
    for (const wake of this.#wakes) wake()
  }

  /** Resolves when it is time to retry, or after `resume`. @throws the signal's reason */
  wait(milliseconds: number | null, signal: AbortSignal): Promise<void> {
    return pause(milliseconds, signal, this.#wakes)
  }

  /** Asks whether the server answers another call, once for all who want to know. */
  askServer(from: FetchContext): void {
    this.#asking ??= doesServerAnswer(from)
      .then((isAlone) => {
        this.aloneSince = isAlone ? (this.aloneSince ?? performance.now()) : null
      })
      // The signal has ended all.
      .catch(() => undefined)
      .finally(() => {
        this.#asking = null
      })
  }

  #notify() {
    const all = new Set(this.#blockers.values())
    const blocker = precedence.find((one) => all.has(one)) ?? null
    if (blocker === this.#reported) return
    this.#reported = blocker
    this.#onChange(blocker)
  }
}

/** Retries of one request, for one file or several together. */
export class RetryLoop {
  readonly #blockers: Blockers
  readonly #from: FetchContext
  #streak: FailureStreak = noFailures
  #removals: number

  constructor(opening: FetchContext & { readonly blockers: Blockers }) {
    this.#blockers = opening.blockers
    this.#from = opening
    this.#removals = opening.blockers.removals
  }

  /** Resolves when it is time to retry. @param chunk the first unverified one @throws FaultError */
  async wait(what: Fault, chunk: number): Promise<void> {
    // The request may have been sent before the blocker was removed.
    const isLate = blockerOf(what) !== null && this.#removals !== this.#blockers.removals
    if (what.code === 'other-answer') this.#failIfAlone()
    if (!isLate) await this.#retryOrFail(what, chunk)
    this.#removals = this.#blockers.removals
  }

  /** Gives a file up that failed before, after a minute that is common to all: a sender may have sent many. @throws FaultError */
  #failIfAlone(): void {
    const { aloneSince } = this.#blockers
    this.#blockers.askServer(this.#from)
    if (aloneSince === null || this.#streak.failures < 2) return
    if (performance.now() - aloneSince <= giveUpOnFileAfterMs) return
    this.end()
    throw new FaultError(fault('other-answer'))
  }

  async #retryOrFail(what: Fault, chunk: number): Promise<void> {
    const [streak, next] = afterFault(this.#streak, what, {
      chunk,
      now: performance.now(),
      random: Math.random(),
    })
    this.#streak = streak
    if (next.do === 'fail') {
      this.end()
      throw new FaultError(next.fault)
    }
    if (next.do === 'again') {
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
      // Something else answered for a while only.
      this.#blockers.aloneSince = null
    }
    this.#streak = noFailures
  }

  end(): void {
    this.#blockers.set(this, null)
  }
}
