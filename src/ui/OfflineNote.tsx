import { useOffline } from '../store/reach.ts'
import { rich } from '../i18n/rich.ts'
import { t } from '../../i18n/t.ts'
import { Banner } from './Banner.tsx'
import { formatDateTime } from '../../i18n/format.ts'

/**
 * Says on a list why nothing can be done with it now. Nothing while the server can be reached, unless the list is an
 * old one.
 * @param asOf when the list that is shown was given by the server, where it is one that was kept on this device
 */
export function OfflineNote({ asOf, actions }: { asOf?: number | undefined; actions: string }) {
  const offline = useOffline()
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
