import { t } from '../../i18n/t.ts'
import { Banner } from '../ui/Banner.tsx'
import { formatDateTime } from '../../i18n/format.ts'

/**
 * Beside what expires: that this device has another time than the server, by which that is counted.
 * @param serverTime null: they have the same
 */
export function ClockNote({ serverTime }: { serverTime: number | null }) {
  if (serverTime === null) return null
  const time = formatDateTime(new Date(serverTime).toISOString())
  return <Banner severity="warning">{t('forms.clocksDiffer', { time })}</Banner>
}
