import type { LinkUses } from '../../../contract/schemas/downloads.ts'
import { t } from '../../../i18n/t.ts'
import { formatDateTime } from '../../../i18n/format.ts'

/** Returns the text on a limited link's uses. If it has a password, entering that consumes a use. */
export function linkUsesText(
  { max, left, until, per_person }: LinkUses,
  { isAtPassword, hasUsedLink }: { isAtPassword: boolean; hasUsedLink: boolean },
): string {
  const of = per_person ? 'person' : 'browser'
  if (until !== null) return t('download.begunUntil', { time: formatDateTime(until), of })
  if (hasUsedLink) return t('download.begun', { of })
  const at = isAtPassword ? 'password' : 'files'
  return left === max ? t('download.uses', { max, at, of }) : t('download.usesLeft', { max, left, at, of })
}
