import { describe, expect, it } from 'vitest'
import { compareVersions } from '../../../core/integrity/compareVersions.ts'

/** From the oldest to the newest, with the order of https://semver.org/#spec-item-11. */
const ascendingVersions = [
  '0.1.0',
  '0.2.0',
  '0.9.0',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '2.0.0',
]

describe('a version', () => {
  it('is older or newer by its numbers, then by its pre-release', () => {
    for (const [i, one] of ascendingVersions.entries())
      for (const [j, other] of ascendingVersions.entries())
        expect(Math.sign(compareVersions(one, other)), `${one}, ${other}`).toBe(Math.sign(i - j))
  })

  it('is neither by its build metadata', () => expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0))

  it.each(['', '1', '1.0', 'v1.0.0', '1.0.0.0', '1.0.0-', 'latest'])('is not %j', (text) =>
    expect(() => compareVersions(text, '1.0.0')).toThrow(RangeError),
  )
})
