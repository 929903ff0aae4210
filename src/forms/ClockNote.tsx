import { t } from '../../i18n/t.ts'
import { Banner } from '../ui/messages/Banner.tsx'
import { formatDateTime } from '../../i18n/format.ts'

/** Warns that this device's clock differs from the server's, by which a date counts. @param serverTime null if they agree */
export function ClockNote({ serverTime }: { serverTime: number | null }) {
  if (serverTime === null) return null
  const time = formatDateTime(new Date(serverTime).toISOString())
  return <Banner severity="warning">{t('forms.clocksDiffer', { time })}</Banner>
}
