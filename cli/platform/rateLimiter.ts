import { KiB } from '../../contract/limits.ts'

/** Clock and timer; replaced by tests. */
interface RateClock {
  now(): number
  wait(milliseconds: number): Promise<void>
}

const realClock: RateClock = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Frequency of portions: rare ones would make a slow connection look dead. */
const portionsPerSecond = 4
const maxPortionBytes = 256 * KiB
/** Unused capacity stays available for this time, since timers are late. */
const burstMs = 250

/** A token bucket: limits bytes per second, both directions together, first come, first served. */
export class RateLimiter {
  readonly #bytesPerSecond: number
  readonly #clock: RateClock
  /** Time at which the next portion may pass. */
  #next = -Infinity

  constructor(bytesPerSecond: number, clock = realClock) {
    this.#bytesPerSecond = bytesPerSecond
    this.#clock = clock
  }

  /** The most bytes to take at a time. */
  get portionBytes(): number {
    return Math.min(maxPortionBytes, Math.ceil(this.#bytesPerSecond / portionsPerSecond))
  }

  /** Resolves when the bytes may pass. */
  async take(bytes: number): Promise<void> {
    const now = this.#clock.now()
    const start = Math.max(now - burstMs, this.#next)
    this.#next = start + (bytes / this.#bytesPerSecond) * 1000
    if (start > now) await this.#clock.wait(start - now)
  }
}
