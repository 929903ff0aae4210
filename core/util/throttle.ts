/** Limits the rate of progress reports. */
export class Throttle {
  readonly #milliseconds: number
  #last = -Infinity

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Returns true at most once per interval. @param now milliseconds */
  tryPass(now: number): boolean {
    if (now - this.#last < this.#milliseconds) return false
    this.#last = now
    return true
  }
}
