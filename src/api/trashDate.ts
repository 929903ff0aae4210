import { splitDateTime } from '../../i18n/format.ts'
import { serverNow } from './serverClock.ts'

/** The day until which something deleted now can be restored. */
export const trashDate = (days: number): string =>
  splitDateTime(new Date(serverNow() + days * 86_400_000).toISOString())?.date ?? '-'
