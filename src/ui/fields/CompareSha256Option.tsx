import { t } from '../../../i18n/t.ts'
import { shownBytes } from '../../../i18n/format.ts'
import { CheckboxOption } from './CheckboxOption.tsx'

interface CompareSha256OptionProps {
  /** Size in bytes above which the option matters: SHA-256 of smaller files is always compared. */
  above: number
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function CompareSha256Option({ above, ...option }: CompareSha256OptionProps) {
  return (
    <CheckboxOption
      label={t('ui.compareSha256')}
      hint={t('ui.compareSha256Hint', { size: shownBytes(above) })}
      {...option}
    />
  )
}
