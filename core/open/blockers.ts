import { type Fault, FaultError } from '../faults/fault.ts'
import { pause } from '../util/pause.ts'
import { afterFault, type Cut, needOf, noCut } from './cuts.ts'
import type { Blocker } from './job.ts'

/** In this order: where a person is asked, the network is not what is missing. */
const order = ['link-password', 'sign-in', 'network'] as const satisfies Blocker[]

/** What all files of a job wait for, as one need that is told. */
export class Blockers {
  readonly #tell: (need: Blocker | null) => void
  readonly #of = new Map<object, Blocker>()
  readonly #wakes = new Set<() => void>()
  #told: Blocker | null = null
  /** How often somebody has said that it is there. */
  answers = 0

  constructor(tell: (need: Blocker | null) => void) {
    this.#tell = tell
  }

  /** @param who any object that stands for one file */
  set(who: object, need: Blocker | null): void {
    if (need === null) this.#of.delete(who)
    else this.#of.set(who, need)
    this.#say()
  }

  /** What was missing is there: all ask again at once. */
  resume(): void {
    this.answers++
    this.#of.clear()
    this.#say()
    for (const wake of this.#wakes) wake()
  }

  /** Resolves when it is time to ask again. @param milliseconds null: when somebody says so @throws the signal's reason */
  async rest(milliseconds: number | null, signal: AbortSignal): Promise<void> {
    await pause(milliseconds, signal, this.#wakes)
  }

  #say() {
    const all = new Set(this.#of.values())
    const need = order.find((one) => all.has(one)) ?? null
    if (need === this.#told) return
    this.#told = need
    this.#tell(need)
  }
}

/** Asking for the bytes of one file, or of several together, again and again. */
export class Attempts {
  readonly #needs: Blockers
  readonly #signal: AbortSignal
  #cut: Cut = noCut
  /** As many of them as there were when it asked last. */
  #answers: number

  constructor(needs: Blockers, signal: AbortSignal) {
    this.#needs = needs
    this.#signal = signal
    this.#answers = needs.answers
  }

  /**
   * Resolves when it is time to ask again. @param chunk the first that has not verified
   * @throws FaultError where asking again does not help, or the signal's reason
   */
  async after(what: Fault, chunk: number): Promise<void> {
    // What is refused for want of something may have been on its way when that was given.
    const isLate = needOf(what) !== null && this.#answers !== this.#needs.answers
    if (!isLate) await this.#follow(what, chunk)
    this.#answers = this.#needs.answers
  }

  async #follow(what: Fault, chunk: number): Promise<void> {
    const [cut, next] = afterFault(this.#cut, what, {
      chunk,
      now: performance.now(),
      random: Math.random(),
    })
    this.#cut = cut
    if (next.do === 'fail') {
      this.end()
      throw new FaultError(next.fault)
    }
    if (next.do === 'again') {
      if (next.tells) this.#needs.set(this, next.tells)
      await this.#needs.rest(next.after, this.#signal)
      return
    }
    this.#needs.set(this, next.what)
    await this.#needs.rest(null, this.#signal)
    // Nobody can shorten this: other files may be told that it is there meanwhile, and be wrong as well.
    if (next.after > 0) await pause(next.after, this.#signal)
  }

  /** A chunk has verified. */
  gained(): void {
    if (this.#cut.failures > 0) this.#needs.set(this, null)
    this.#cut = noCut
  }

  /** It needs nothing any more. */
  end(): void {
    this.#needs.set(this, null)
  }
}
