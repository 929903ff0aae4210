/** What one connection has carried lately. */
export class RateMeter {
  #bytesPerSecond: number | undefined

  get bytesPerSecond(): number | undefined {
    return this.#bytesPerSecond
  }

  add(bytes: number, milliseconds: number) {
    const now = (bytes * 1000) / Math.max(1, milliseconds)
    this.#bytesPerSecond = this.#bytesPerSecond === undefined ? now : 0.7 * this.#bytesPerSecond + 0.3 * now
  }
}
