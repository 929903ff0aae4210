/** Limits the rate of progress reports. */
export class Throttle {
  readonly #milliseconds: number
  #last = -Infinity

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** True if it is time for a report; then false for the interval. @param now milliseconds */
  isTime(now: number): boolean {
    if (now - this.#last < this.#milliseconds) return false
    this.#last = now
    return true
  }
}
