/** The middle of a list; of an even number of values, the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** The value below which so much of a list lies, `part` from 0 to 1. NaN of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN
}

/** A figure that was measured several times. `low` and `high` are its extremes: few rounds have no better spread. */
export interface Summary {
  median: number
  low: number
  high: number
  /** Median distance from the median: what one bad round does not change. */
  deviation: number
  rounds: number
}

export function summarize(values: readonly number[]): Summary {
  const middle = median(values)
  return {
    median: middle,
    low: Math.min(...values),
    high: Math.max(...values),
    deviation: median(values.map((value) => Math.abs(value - middle))),
    rounds: values.length,
  }
}

/** Which way a figure is good. */
export type Direction = 'higher' | 'lower'

/** Is `value` at least as good as `than`? */
export const isAsGood = (value: number, than: number, better: Direction): boolean =>
  better === 'higher' ? value >= than : value <= than

/** Rounds to three significant digits, or to a whole number, with three decimals at most. */
export function roundToThreeDigits(value: number): number {
  if (!Number.isFinite(value) || value === 0) return value
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return Number(value.toFixed(Math.min(digits, 3)))
}
