/** From values to places. */
export interface Scale {
  (value: number): number
  /** Round values within the domain, for marks. */
  ticks: number[]
}

/** From zero, so that a height means what it looks like, to a round value at or above the highest. */
export function linearScale(highest: number, from: number, to: number): Scale {
  const ticks = roundTicks(highest)
  return proportional(0, Math.max(ticks.at(-1) ?? 1, highest), from, to, ticks)
}

/** From zero to the highest value and no farther. */
export const elapsedScale = (highest: number, from: number, to: number): Scale =>
  proportional(0, highest, from, to, roundTicks(highest))

/** For things that follow each other; marks stand at the values themselves. */
export const stepScale = (values: readonly number[], from: number, to: number): Scale =>
  proportional(Math.min(...values), Math.max(...values), from, to, distinct(values))

/** For sizes that go over several powers of ten; marks stand at the values themselves. */
export function logarithmicScale(values: readonly number[], from: number, to: number): Scale {
  const scale = stepScale(values.map(Math.log), from, to)
  return Object.assign((value: number) => scale(Math.log(value)), { ticks: distinct(values) })
}

function proportional(low: number, high: number, from: number, to: number, ticks: number[]): Scale {
  const scale = (value: number) =>
    high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from)
  return Object.assign(scale, { ticks })
}

const distinct = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b)

/** 0 and three to five round steps up to a value or a little beyond it. */
export function roundTicks(highest: number): number[] {
  if (!(highest > 0)) return [0, 1]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  const count = Math.ceil(highest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)))
}
