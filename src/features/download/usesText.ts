import type { LinkUses } from '../../../contract/schemas/downloads.ts'
import { t } from '../../../i18n/t.ts'
import { formatDateTime } from '../../../i18n/format.ts'

/** What a visitor of a limited link is told. With a password it is the password that takes a use. */
export function usesText(
  { max, left, until }: LinkUses,
  { isAtPassword, hasBegun }: { isAtPassword: boolean; hasBegun: boolean },
): string {
  if (until !== null) return t('download.begunUntil', { time: formatDateTime(until) })
  if (hasBegun) return t('download.begun')
  const at = isAtPassword ? 'password' : 'files'
  return left === max ? t('download.uses', { max, at }) : t('download.usesLeft', { max, left, at })
}
