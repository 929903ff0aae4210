import type { LinkUses } from '../../../contract/downloads.ts'
import { formatDateTime, formatNumber } from '../../ui/format.ts'

/** What a visitor of a limited link is told. With a password it is the password that takes a use. */
export function usesText(
  { max, left, until }: LinkUses,
  { isAtPassword, hasBegun }: { isAtPassword: boolean; hasBegun: boolean },
): string {
  if (until !== null) return `${begun} until ${formatDateTime(until)}.`
  if (hasBegun) return `${begun} for 24 hours.`
  const times = max === 1 ? 'once' : `${formatNumber(max)} times`
  const rest = left === max ? '' : `, of which ${formatNumber(left)} ${left === 1 ? 'is' : 'are'} left`
  return `This link can be used ${times}${rest}: ${isAtPassword ? 'give the password' : 'begin'} when you are ready to save. ${after}`
}

const begun = 'You have begun: in this browser you can go on with the download, and repeat it,'
const after = 'In this browser you can then go on, and repeat it, for 24 hours.'
