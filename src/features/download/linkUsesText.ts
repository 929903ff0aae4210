import type { LinkUses } from '../../../contract/schemas/downloads.ts'
import { t } from '../../../i18n/t.ts'
import { formatDateTime } from '../../../i18n/format.ts'

/** Returns the text on a limited link's uses. If it has a password, entering that consumes a use. */
export function linkUsesText(
  { max, left, until }: LinkUses,
  { isAtPassword, hasUsedLink }: { isAtPassword: boolean; hasUsedLink: boolean },
): string {
  if (until !== null) return t('download.begunUntil', { time: formatDateTime(until) })
  if (hasUsedLink) return t('download.begun')
  const countedAt = isAtPassword ? 'password' : 'files'
  return left === max
    ? t('download.uses', { max, at: countedAt })
    : t('download.usesLeft', { max, left, at: countedAt })
}
