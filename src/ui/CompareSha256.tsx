import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../i18n/format.ts'
import { Option } from './Option.tsx'

interface CompareSha256Props {
  /** Files above this size are meant; of the others SHA-256 is compared anyway. */
  above: number
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Asks for more than what downloads compare by themselves. */
export function CompareSha256({ above, ...option }: CompareSha256Props) {
  return (
    <Option
      label={t('ui.compareSha256')}
      hint={t('ui.compareSha256Hint', { size: formatBytes(above) })}
      {...option}
    />
  )
}
