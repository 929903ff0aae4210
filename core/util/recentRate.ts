/** The rate covers the last seconds and is updated once a second: figures that jump cannot be read. */
const windowMs = 5000
const reportIntervalMs = 1000
/** Minimum number of intervals between samples, and of milliseconds, below which the rate is random. */
const minSteps = 2
const minSpanMs = 2000
/** A gap of so many usual intervals, and longer than the window, is a pause. */
const pauseSteps = 4

export interface Sample {
  /** Milliseconds on a monotonic clock. */
  readonly at: number
  /** Total bytes transferred so far. */
  readonly bytes: number
}

/** Bytes per second between first and last sample, lower after a long gap; null while unknown. */
export function rateOf(samples: readonly Sample[], now: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  const steps = samples.length - 1
  if (!first || !last || steps < minSteps || last.at - first.at < minSpanMs) return null
  const until = now - last.at > 2 * averageStep(samples) ? now : last.at
  return ((last.bytes - first.bytes) * 1000) / (until - first.at)
}

/** Average milliseconds between samples; infinite for fewer than two. */
function averageStep(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)]
  return first && last && first !== last ? (last.at - first.at) / (samples.length - 1) : Infinity
}

export class RecentRate {
  /** The first bytes are left out: their pace is that of buffers on the way. */
  #samples: Sample[] = []
  #reported: { at: number; value: number | null } = { at: -Infinity, value: null }

  /** Records a sample. @returns bytes per second; null while unknown */
  record(bytes: number, now: number): number | null {
    const last = this.#samples.at(-1)
    // Fewer than before: something is transferred again, at an unknown rate.
    if (last && bytes < last.bytes) this.#samples = []
    if (bytes > (last?.bytes ?? 0)) {
      if (this.#isAfterPause(now)) this.#samples = []
      this.#samples.push({ at: now, bytes })
    }
    while (this.#isOldestSpare(now)) this.#samples.shift()
    if (now - this.#reported.at >= reportIntervalMs)
      this.#reported = { at: now, value: rateOf(this.#samples, now) }
    return this.#reported.value
  }

  /** True after a suspend or a pause by the person, which is not part of the rate. */
  #isAfterPause(now: number): boolean {
    const last = this.#samples.at(-1)
    return last !== undefined && now - last.at > Math.max(windowMs, pauseSteps * averageStep(this.#samples))
  }

  /** True if the oldest sample is outdated, and the rest is enough. */
  #isOldestSpare(now: number): boolean {
    const [oldest, second] = this.#samples
    const last = this.#samples.at(-1)
    if (!oldest || !second || !last || this.#samples.length <= minSteps + 1) return false
    return now - oldest.at > windowMs && last.at - second.at >= minSpanMs
  }
}
