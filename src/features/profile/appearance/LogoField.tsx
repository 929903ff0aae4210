import Button from '@mui/material/Button'
import { useRef } from 'react'
import { maxLogoPixels } from '../../../../contract/limits.ts'
import { t } from '../../../../i18n/t.ts'
import { FileChoice } from '../FileChoice.tsx'
import type { ChosenLogo } from './useLogo.ts'

interface LogoFieldProps {
  chosen: ChosenLogo
  error: string | null
  disabled: boolean
  onChoose: (file: File) => void
  onRemove: () => void
}

export function LogoField({ chosen, error, disabled, onChoose, onRemove }: LogoFieldProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <FileChoice
      name="logo"
      label={t('look.logo')}
      choose={t('look.chooseLogo')}
      accept="image/png"
      file={chosen.file}
      none={t(chosen.shown === null ? 'look.noLogo' : 'look.keptLogo')}
      hint={t('look.logoHint', { pixels: maxLogoPixels })}
      error={error ?? undefined}
      disabled={disabled}
      button={button}
      onChoose={(file) => file && onChoose(file)}
      more={(labelId) =>
        chosen.shown !== null && (
          <Button
            variant="text"
            disabled={disabled}
            aria-describedby={labelId}
            onClick={() => {
              onRemove()
              // This button is removed.
              button.current?.focus()
            }}
          >
            {t('look.removeLogo')}
          </Button>
        )
      }
    />
  )
}
