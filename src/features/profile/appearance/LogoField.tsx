import { maxLogoPixels } from '../../../../contract/limits.ts'
import { t } from '../../../../i18n/t.ts'
import { FilePicker } from '../../../ui/FilePicker.tsx'
import type { ChosenLogo } from './useLogo.ts'

interface LogoFieldProps {
  chosen: ChosenLogo
  error: string | null
  disabled: boolean
  onChoose: (file: File) => void
  onRemove: () => void
}

export const LogoField = ({ chosen, error, disabled, onChoose, onRemove }: LogoFieldProps) => (
  <FilePicker
    label={t('look.logo')}
    name="logo"
    accept="image/png"
    chooseLabel={t('look.chooseLogo')}
    file={chosen.file}
    none={t(chosen.shown === null ? 'look.noLogo' : 'look.keptLogo')}
    hint={t('look.logoHint', { pixels: maxLogoPixels })}
    error={error}
    disabled={disabled}
    onChoose={onChoose}
    removal={chosen.shown && { label: t('ui.remove'), onRemove }}
  />
)
