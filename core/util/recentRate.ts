/** The rate is that of the last seconds, and is told anew once a second: figures that jump cannot be read. */
const windowMilliseconds = 5000
const toldEvery = 1000
/** Bytes come in pieces: what is between fewer than so many, or in less time, is chance. */
const leastSteps = 2
const knownAfter = 2000
/** What takes so many times as long as is usual between two pieces, and longer than the window, is a pause. */
const pauseSteps = 4

export interface Sample {
  /** In milliseconds, of a clock that only goes forward. */
  readonly at: number
  /** Transferred so far, in all. */
  readonly bytes: number
}

/**
 * Bytes a second between the first and the last, each taken when bytes came; null while it is too early to say. A line that
 * brings nothing for longer than is usual between two of them is as much slower.
 */
export function rateOf(samples: readonly Sample[], now: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  const steps = samples.length - 1
  if (!first || !last || steps < leastSteps || last.at - first.at < knownAfter) return null
  const until = now - last.at > 2 * usualStep(samples) ? now : last.at
  return ((last.bytes - first.bytes) * 1000) / (until - first.at)
}

/** Milliseconds from a piece to the next; of fewer than two it is not known. */
function usualStep(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)]
  return first && last && first !== last ? (last.at - first.at) / (samples.length - 1) : Infinity
}

/** How fast a transfer has been lately, for people. */
export class RecentRate {
  /** The first bytes are not among them: what buffers on the way take, or have ready, goes at another pace. */
  #samples: Sample[] = []
  #told: { at: number; value: number | null } = { at: -Infinity, value: null }

  /** @returns bytes a second, null while it is too early to say */
  at(bytes: number, now: number): number | null {
    const last = this.#samples.at(-1)
    // Fewer than before: something has to come again, and what it takes is not known.
    if (last && bytes < last.bytes) this.#samples = []
    if (bytes > (last?.bytes ?? 0)) {
      if (this.#isAfterPause(now)) this.#samples = []
      this.#samples.push({ at: now, bytes })
    }
    while (this.#isSpare(now)) this.#samples.shift()
    if (now - this.#told.at >= toldEvery) this.#told = { at: now, value: rateOf(this.#samples, now) }
    return this.#told.value
  }

  /** A device that slept, or a person who paused it, says nothing of the line. */
  #isAfterPause(now: number): boolean {
    const last = this.#samples.at(-1)
    return (
      last !== undefined &&
      now - last.at > Math.max(windowMilliseconds, pauseSteps * usualStep(this.#samples))
    )
  }

  /** Whether the oldest is out of date, and those after it say enough. */
  #isSpare(now: number): boolean {
    const [oldest, second] = this.#samples
    const last = this.#samples.at(-1)
    if (!oldest || !second || !last || this.#samples.length <= leastSteps + 1) return false
    return now - oldest.at > windowMilliseconds && last.at - second.at >= knownAfter
  }
}
