/** For progress that comes faster than anybody reads. */
export class Throttle {
  readonly #milliseconds: number
  #last = -Infinity

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Whether to tell now; then not again for a while. `now` in milliseconds. */
  isTime(now: number): boolean {
    if (now - this.#last < this.#milliseconds) return false
    this.#last = now
    return true
  }
}
