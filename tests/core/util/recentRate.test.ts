import { describe, expect, it } from 'vitest'
import { RecentRate, rateOf } from '../../../core/util/recentRate.ts'

/** What is told at each step of a transfer: `[milliseconds, bytes]`. */
function ratesOf(steps: readonly (readonly [number, number])[]) {
  const rate = new RecentRate()
  return steps.map(([at, bytes]) => rate.record(bytes, at))
}

const steadyLine = (bytesPerSecond: number, every: number, seconds: number, begin = 0) =>
  Array.from({ length: Math.floor((seconds * 1000) / every) + 1 }, (_, step) => {
    const at = step * every
    return [at, begin + (at * bytesPerSecond) / 1000] as const
  })

describe('how fast a transfer is', () => {
  it('is not said before several pieces have come over some time', () => {
    expect(rateOf([], 9000)).toBeNull()
    expect(rateOf([{ at: 0, bytes: 1e6 }], 9000)).toBeNull()
    const two = [
      { at: 0, bytes: 1000 },
      { at: 5000, bytes: 6000 },
    ]
    expect(rateOf(two, 5000)).toBeNull()
    expect(rateOf([...two, { at: 6000, bytes: 7000 }], 6000)).toBe(1000)
    const quick = [0, 500, 1000, 1500].map((at) => ({ at, bytes: at }))
    expect(rateOf(quick, 1500)).toBeNull()
    expect(rateOf([...quick, { at: 2000, bytes: 2000 }], 2000)).toBe(1000)
  })

  it('is right from the first that is said, on a line that takes two seconds for a piece', () => {
    const rates = ratesOf(steadyLine(125_000, 2097.152, 40)).filter((rate) => rate !== null)
    expect(rates.length).toBeGreaterThan(15)
    for (const rate of rates) expect(rate).toBeCloseTo(125_000)
  })

  it('is not that of buffers which were filled at once', () => {
    const rates = ratesOf(steadyLine(125_000, 250, 20, 3e6)).filter((rate) => rate !== null)
    expect(rates.length).toBeGreaterThan(60)
    for (const rate of rates) expect(rate).toBeCloseTo(125_000)
  })

  it('follows the line within seconds, down to nothing', () => {
    const rate = new RecentRate()
    for (const [at, bytes] of steadyLine(1e6, 250, 10)) rate.record(bytes, at)
    for (const [at, bytes] of steadyLine(1e5, 250, 6, 1e7)) rate.record(bytes, 10_250 + at)
    expect(rate.record(1e7 + 6e5, 17_300)).toBeLessThan(1.1e5)
    expect(rate.record(1e7 + 6e5, 30_000)).toBeLessThan(4e4)
    expect(rate.record(1e7 + 6e5, 300_000)).toBeLessThan(3e3)
  })

  it('is that of the line again after a pause, however long, and not that of the pause', () => {
    const rate = new RecentRate()
    for (const [at, bytes] of steadyLine(1e6, 250, 10)) rate.record(bytes, at)
    const rates = steadyLine(1e6, 250, 10, 1e7).map(([at, bytes]) => rate.record(bytes + 1, 610_000 + at))
    expect(rates[0]).toBeNull()
    const knownRates = rates.filter((one) => one !== null)
    expect(knownRates.length).toBeGreaterThan(20)
    for (const one of knownRates) expect(one).toBeCloseTo(1e6)
  })

  it('is said on a line that takes longer than the pause of another for each piece', () => {
    const rates = ratesOf(steadyLine(125_000, 8000, 80)).filter((rate) => rate !== null)
    expect(rates.length).toBeGreaterThan(6)
    for (const rate of rates) expect(rate).toBeCloseTo(125_000)
  })

  it('begins anew where bytes have to come again', () => {
    const rate = new RecentRate()
    for (const [at, bytes] of steadyLine(1000, 1000, 8)) rate.record(bytes, at)
    expect(rate.record(8000, 9000)).toBeCloseTo(1000)
    expect(rate.record(100, 10_000)).toBeNull()
  })
})
