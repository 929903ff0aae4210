/** The rate is that of the last seconds, and is told anew once a second: figures that jump cannot be read. */
const windowMilliseconds = 5000
const toldEvery = 1000
const knownAfter = 500

/** How fast a transfer has been lately, for people. */
export class RecentRate {
  #samples: { at: number; bytes: number }[] = []
  #told: { at: number; value: number | null } = { at: -Infinity, value: null }

  /**
   * @param bytes transferred so far, in all
   * @param now in milliseconds, of a clock that only goes forward
   * @returns bytes a second, null while it is too early to say
   */
  at(bytes: number, now: number): number | null {
    this.#samples.push({ at: now, bytes })
    while (this.#samples.length > 2 && now - (this.#samples[0]?.at ?? now) > windowMilliseconds) {
      this.#samples.shift()
    }
    if (now - this.#told.at >= toldEvery) {
      const first = this.#samples[0] ?? { at: now, bytes }
      const elapsed = now - first.at
      const value = elapsed < knownAfter ? null : Math.max(0, ((bytes - first.bytes) * 1000) / elapsed)
      this.#told = { at: now, value }
    }
    return this.#told.value
  }
}
