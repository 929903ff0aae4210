import { splitDateTime } from '../../i18n/format.ts'
import { serverNow } from './serverClock.ts'

/**
 * The day until which something deleted now can be restored.
 * @param firstExpiry when the first of it is deleted by its date
 */
export function trashDate(days: number, firstExpiry: string | null = null): string {
  const end = new Date(serverNow() + days * 86_400_000).toISOString()
  return splitDateTime(firstExpiry !== null && firstExpiry < end ? firstExpiry : end)?.date ?? '-'
}
