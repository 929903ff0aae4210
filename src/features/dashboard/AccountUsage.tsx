import { useStorageUsageQuery } from '../../api/serverApi.ts'
import { t } from '../../../i18n/t.ts'
import { UsageBar } from '../../ui/values/UsageBar.tsx'

/** Shows the storage used by all folders and the account's limit; nothing without a limit. */
export function AccountUsage() {
  const { data: space } = useStorageUsageQuery(undefined, refetchOften)
  const limit = space?.quota_bytes ?? null
  if (!space || limit === null) return null
  return (
    <UsageBar
      label={t('dashboard.room')}
      bytes={space.bytes}
      limit={limit}
      whenFull={t('dashboard.roomFull')}
    />
  )
}

const refetchOften = { refetchOnMountOrArgChange: true, refetchOnFocus: true }
