import { t } from '../../i18n/t.ts'
import { shownBytes } from '../../i18n/format.ts'
import { Option } from './Option.tsx'

interface CompareSha256Props {
  /** Size in bytes above which the option matters: SHA-256 of smaller files is always compared. */
  above: number
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function CompareSha256({ above, ...option }: CompareSha256Props) {
  return (
    <Option
      label={t('ui.compareSha256')}
      hint={t('ui.compareSha256Hint', { size: shownBytes(above) })}
      {...option}
    />
  )
}
