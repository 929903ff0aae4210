import { useState } from 'react'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { serverNow } from '../../api/serverClock.ts'
import { useEffectiveRules } from '../../api/serverApi.ts'
import { formatShortTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/t.ts'
import { ShortTime } from '../../ui/values/DateTime.tsx'
import { ExpirationDialog } from './ExpirationDialog.tsx'
import { InlineButton, ValueWithButtons } from './InlineButton.ts'
import { linkExtension } from './linkExtension.ts'
import { useLinkChange } from './useLinkChange.ts'

/** When a link expires or has expired, and the ways to change it. */
export function LinkExpiry({ link, mayChange }: { link: DownloadLink; mayChange: boolean }) {
  const change = useLinkChange(link)
  const [isChanging, setChanging] = useState(false)
  const rules = useEffectiveRules()
  const extension = rules && linkExtension(link.expiration_date, rules, serverNow())
  return (
    <ValueWithButtons>
      <ShortTime iso={link.expiration_date} none={t('ui.never')} />
      {mayChange && extension && (
        <InlineButton
          variant="text"
          size="small"
          onClick={() => {
            const { expiration } = extension
            void change(
              { expiration_date: expiration },
              t('share.extended', { date: formatShortTime(expiration) }),
            )
          }}
        >
          {t('share.addDays', { count: extension.days })}
        </InlineButton>
      )}
      {mayChange && rules && (
        <InlineButton variant="text" size="small" onClick={() => setChanging(true)}>
          {t('share.changeExpiry')}
        </InlineButton>
      )}
      {isChanging && rules && (
        <ExpirationDialog link={link} rules={rules} onClose={() => setChanging(false)} />
      )}
    </ValueWithButtons>
  )
}
