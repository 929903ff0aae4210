import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { useEffectiveRules } from '../../api/serverApi.ts'
import { t } from '../../../i18n/t.ts'
import { StatusText } from '../../ui/messages/StatusText.tsx'
import { InlineButton, ValueWithButtons } from './InlineButton.ts'
import { useLinkChange } from './useLinkChange.ts'

interface LinkUsesProps {
  link: DownloadLink
  max: number
  mayChange: boolean
}

export function LinkUses({ link, max, mayChange }: LinkUsesProps) {
  const change = useLinkChange(link)
  const rules = useEffectiveRules()
  const used = link.used_downloads
  const suggestedMax = Math.max(max, used) + 1

  return (
    <ValueWithButtons>
      {used < max ? (
        t('share.usedOf', { used, max })
      ) : (
        <StatusText tone="attention" hollow>
          {t('share.usedUp', { used, max })}
        </StatusText>
      )}
      {mayChange && suggestedMax <= (rules?.max_link_uses ?? Infinity) && (
        <InlineButton
          variant="text"
          size="small"
          onClick={() => void change({ max_downloads: suggestedMax }, t('share.oneMore'))}
        >
          {t('share.allowOneMore')}
        </InlineButton>
      )}
    </ValueWithButtons>
  )
}
