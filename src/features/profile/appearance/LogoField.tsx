import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { styled } from '@mui/material/styles'
import { useId, useRef } from 'react'
import { maxLogoPixels } from '../../../../contract/limits.ts'
import { t } from '../../../../i18n/t.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { FieldLabel, Muted } from '../../../ui/layout.ts'
import type { ChosenLogo } from './useLogo.ts'

interface LogoFieldProps {
  chosen: ChosenLogo
  error: string | null
  disabled: boolean
  onChoose: (file: File) => void
  onRemove: () => void
}

/** A button that opens the file picker, since the browser's own control cannot be translated. */
export function LogoField({ chosen, error, disabled, onChoose, onRemove }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const labelId = useId()
  const hintId = useId()
  return (
    <div>
      <FieldLabel id={labelId}>{t('look.logo')}</FieldLabel>
      <Chosen>
        <Button
          ref={button}
          name="logo"
          variant="outlined"
          disabled={disabled}
          aria-describedby={`${labelId} ${hintId}`}
          onClick={() => input.current?.click()}
        >
          {t('look.chooseLogo')}
        </Button>
        {chosen.file ? (
          <span>
            <FileName name={chosen.file.name} whole />
          </span>
        ) : (
          <Muted>{chosen.shown === null ? t('look.noLogo') : t('look.keptLogo')}</Muted>
        )}
        {chosen.shown !== null && (
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
        )}
      </Chosen>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png"
        aria-label={t('look.logo')}
        onChange={({ target }) => {
          const file = target.files?.item(0)
          if (file) onChoose(file)
          // Allow the same file to be chosen again after a change.
          target.value = ''
        }}
      />
      <FormHelperText id={hintId} error={error !== null} role={error === null ? undefined : 'alert'}>
        {error ?? t('look.logoHint', { pixels: maxLogoPixels })}
      </FormHelperText>
    </div>
  )
}

const Chosen = styled('div')(({ theme: { typography, spacing } }) => ({
  ...typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: spacing(1, 1.5),
  '& > button': { flex: 'none' },
  '& > span': { minWidth: 0 },
}))
