import { KiB } from '../../contract/limits.ts'

/** A clock, and a timer that goes by it: tests have their own. */
export interface RateClock {
  /** Milliseconds. */
  now(): number
  wait(milliseconds: number): Promise<void>
}

const realClock: RateClock = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** So many times a second something passes, so that nobody takes a slow line for one that stands. */
const timesPerSecond = 4
const mostAtOnce = 256 * KiB
/** What was not used may be used for this long: timers are late. */
const keptMilliseconds = 250

/** A token bucket: at most so many bytes a second pass, in both directions together; whoever asks first passes first. */
export class Rate {
  readonly #bytesPerSecond: number
  readonly #clock: RateClock
  /** From when on the next may pass. */
  #next = -Infinity

  constructor(bytesPerSecond: number, clock = realClock) {
    this.#bytesPerSecond = bytesPerSecond
    this.#clock = clock
  }

  /** More are not to be asked for. */
  get atOnce(): number {
    return Math.min(mostAtOnce, Math.ceil(this.#bytesPerSecond / timesPerSecond))
  }

  /** Resolves when so many bytes may pass. */
  async take(bytes: number): Promise<void> {
    const now = this.#clock.now()
    const begins = Math.max(now - keptMilliseconds, this.#next)
    this.#next = begins + (bytes / this.#bytesPerSecond) * 1000
    if (begins > now) await this.#clock.wait(begins - now)
  }
}
