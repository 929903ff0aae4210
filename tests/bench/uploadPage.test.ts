import { describe, expect, it } from 'vitest'
import { isAtRest } from '../../bench/setup/pageState.ts'

describe('a settled page', () => {
  it('has an active service worker that caches nothing more', () => {
    expect(isAtRest([100, 105, 105, 105, 105])).toBe(true)
    expect(isAtRest([100, 104, 105, 105, 105])).toBe(false)
    expect(isAtRest([105, 105, 105])).toBe(false)
  })

  it('is none without an active worker, or without anything cached', () => {
    expect(isAtRest([null, null, null, null])).toBe(false)
    expect(isAtRest([105, null, 105, 105, 105])).toBe(false)
    expect(isAtRest([0, 0, 0, 0])).toBe(false)
  })
})
