import { latestExpiration, type OperatorRules } from '../../../contract/operatorRules.ts'

/** Days that one press adds to a link's expiry. */
const addedDays = 7
const hourMs = 3600_000
/** Changes of daylight saving time that a day may lack. */
const toleranceMs = 2 * hourMs
/** The most by which `now` may be ahead of the server's clock. */
const clockErrorMs = 5 * 60_000

/**
 * The expiry that one press gives a link: a week later, or as many days as the operator's rules leave; counted from now
 * if it has expired. Null if there is nothing to add.
 */
export function linkExtension(
  expiration: string | null,
  rules: OperatorRules,
  now: number,
): { days: number; expiration: string } | null {
  if (expiration === null) return null
  const latest = latestExpiration(rules, new Date(now - clockErrorMs))?.getTime() ?? Infinity
  for (let days = addedDays; days > 0; days--) {
    const wanted = new Date(Math.max(now, Date.parse(expiration)))
    wanted.setDate(wanted.getDate() + days)
    const time = Math.min(wanted.getTime(), latest)
    if (wanted.getTime() - time <= toleranceMs) return { days, expiration: new Date(time).toISOString() }
  }
  return null
}
