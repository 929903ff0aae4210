import { useIsOffline } from '../../store/connectivityHooks.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from './Banner.tsx'
import { formatDateTime } from '../../../i18n/format.ts'

/** Explains why a list is read-only. @param asOf time of its data, if it was stored on this device */
export function OfflineNote({ asOf, actions }: { asOf?: number | undefined; actions: string }) {
  const offline = useIsOffline()
  if (!offline && asOf === undefined) return null
  return (
    <Banner severity="info">
      {t('ui.youAreOffline')}
      {asOf !== undefined && (
        <> {rich('ui.keptList', { time: formatDateTime(new Date(asOf).toISOString()) })}</>
      )}{' '}
      {t('ui.onceAnswered', { actions })}
    </Banner>
  )
}
