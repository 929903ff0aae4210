import { type Fault, FaultError } from '../faults/fault.ts'
import { pause } from '../util/pause.ts'
import { afterFault, type Cut, needOf, noCut } from './afterFault.ts'
import type { Blocker } from './job.ts'

/** By precedence: while a person is asked for something, the network is not the problem. */
const precedence = ['link-password', 'sign-in', 'network'] as const satisfies Blocker[]

/** Blockers of a job's files, reported as one. */
export class Blockers {
  readonly #onChange: (need: Blocker | null) => void
  readonly #blockers = new Map<object, Blocker>()
  readonly #wakes = new Set<() => void>()
  #reported: Blocker | null = null
  /** How often the missing input was given. */
  inputs = 0

  constructor(onChange: (need: Blocker | null) => void) {
    this.#onChange = onChange
  }

  /** @param file any object that identifies one file */
  set(file: object, need: Blocker | null): void {
    if (need === null) this.#blockers.delete(file)
    else this.#blockers.set(file, need)
    this.#notify()
  }

  /** The missing input was given: all files retry now. */
  resume(): void {
    this.inputs++
    this.#blockers.clear()
    this.#notify()
    for (const wake of this.#wakes) wake()
  }

  /** Resolves when it is time to retry, with null after `resume`. @throws the signal's reason */
  async rest(milliseconds: number | null, signal: AbortSignal): Promise<void> {
    await pause(milliseconds, signal, this.#wakes)
  }

  #notify() {
    const all = new Set(this.#blockers.values())
    const need = precedence.find((one) => all.has(one)) ?? null
    if (need === this.#reported) return
    this.#reported = need
    this.#onChange(need)
  }
}

/** Retries of one request, for one file or several together. */
export class Attempts {
  readonly #blockers: Blockers
  readonly #signal: AbortSignal
  #cut: Cut = noCut
  /** Number of inputs at the last request. */
  #inputs: number

  constructor(blockers: Blockers, signal: AbortSignal) {
    this.#blockers = blockers
    this.#signal = signal
    this.#inputs = blockers.inputs
  }

  /** Resolves when it is time to retry. @param chunk the first unverified one @throws FaultError */
  async after(what: Fault, chunk: number): Promise<void> {
    // The request may have been sent before the missing input was given.
    const isLate = needOf(what) !== null && this.#inputs !== this.#blockers.inputs
    if (!isLate) await this.#retryOrFail(what, chunk)
    this.#inputs = this.#blockers.inputs
  }

  async #retryOrFail(what: Fault, chunk: number): Promise<void> {
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
      if (next.tells) this.#blockers.set(this, next.tells)
      await this.#blockers.rest(next.after, this.#signal)
      return
    }
    this.#blockers.set(this, next.what)
    await this.#blockers.rest(null, this.#signal)
    // Not shortened by `resume`: other files may report an input that is wrong as well.
    if (next.after > 0) await pause(next.after, this.#signal)
  }

  /** A chunk has verified. */
  gained(): void {
    if (this.#cut.failures > 0) this.#blockers.set(this, null)
    this.#cut = noCut
  }

  /** Reports that the file needs nothing more. */
  end(): void {
    this.#blockers.set(this, null)
  }
}
