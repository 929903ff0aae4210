import { describe, expect, it } from 'vitest'
import { noRules, ruleBrokenByLink } from '../../../../contract/operatorRules.ts'
import { linkExtension } from '../../../../src/features/share/linkExtension.ts'

const dayMs = 24 * 3600_000
const now = Date.parse('2026-11-30T12:00:00Z')
const inDays = (days: number) => new Date(now + days * dayMs).toISOString()
const withMaxDays = (max_link_days: number) => ({ ...noRules, max_link_days })

describe('the expiry that one press gives a link', () => {
  it('is a week later, or a week from now if it has expired', () => {
    expect(linkExtension(inDays(2), noRules, now)).toEqual({ days: 7, expiration: inDays(9) })
    expect(linkExtension(inDays(-20), noRules, now)).toEqual({ days: 7, expiration: inDays(7) })
  })

  it('is not there for a link that never expires', () => {
    expect(linkExtension(null, noRules, now)).toBeNull()
  })

  it.each([
    [7, 2, 5],
    [7, 6.5, null],
    [7, -1, 7],
    [3, 1.5, 1],
    [10, 3, 7],
    [10, 30, null],
  ])('is what a rule of %d days leaves of a link for %d more: %s', (max, left, days) => {
    const rules = withMaxDays(max)
    const extension = linkExtension(inDays(left), rules, now)
    expect(extension?.days ?? null).toBe(days)
    if (extension === null) return
    // The server's clock may be some minutes behind.
    const link = { ...{ hasPassword: true, maxDownloads: null, addresses: null } }
    const expiration = new Date(extension.expiration)
    expect(ruleBrokenByLink(rules, { ...link, expiration }, new Date(now - 4 * 60_000))).toBeNull()
    expect(expiration.getTime()).toBeGreaterThan(Math.max(now, now + left * dayMs))
  })
})
