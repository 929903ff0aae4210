import fc from '../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { isAsGood, median, quantile, roundToThreeDigits, summarize } from '../../bench/statistics.ts'

describe('a median', () => {
  it('is the middle value, or the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([7])).toBe(7)
    expect(median([])).toBeNaN()
  })

  it('leaves the list alone, and lies within it', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 }), (list) => {
        const before = [...list]
        const middle = median(list)
        expect(list).toEqual(before)
        expect(middle).toBeGreaterThanOrEqual(Math.min(...list))
        expect(middle).toBeLessThanOrEqual(Math.max(...list))
      }),
    )
  })
})

describe('a quantile', () => {
  it('is a value below which so much of the list lies', () => {
    const list = Array.from({ length: 100 }, (_, at) => 100 - at)
    expect(quantile(list, 0.5)).toBe(51)
    expect(quantile(list, 0.99)).toBe(100)
    expect(quantile([5], 0.99)).toBe(5)
    expect(quantile([], 0.5)).toBeNaN()
  })
})

describe('a summary', () => {
  it('has the extremes, and a deviation that one bad round does not change', () => {
    expect(summarize([10, 11, 12, 13, 100])).toEqual({
      median: 12,
      low: 10,
      high: 100,
      deviation: 1,
      rounds: 5,
    })
  })
})

describe('a direction', () => {
  it('says which of two values is at least as good', () => {
    expect(isAsGood(2, 1, 'higher')).toBe(true)
    expect(isAsGood(2, 1, 'lower')).toBe(false)
    expect(isAsGood(1, 1, 'lower')).toBe(true)
  })
})

describe('rounding', () => {
  it('keeps three digits that mean something', () => {
    expect([0.12345, 1.2345, 12.345, 123.45, 12345.6].map(roundToThreeDigits)).toEqual([
      0.123, 1.23, 12.3, 123, 12346,
    ])
    expect(roundToThreeDigits(0)).toBe(0)
    expect(roundToThreeDigits(NaN)).toBeNaN()
  })
})
