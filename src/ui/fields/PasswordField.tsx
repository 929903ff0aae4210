import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { TextInput, type TextInputProps } from './TextInput.tsx'

interface PasswordFieldProps extends Omit<TextInputProps, 'type' | 'endAdornment'> {
  initiallyVisible?: boolean
  /** `FieldButton`s after the one that shows what is typed. */
  actions?: ReactNode
}

export function PasswordField({ initiallyVisible = false, actions, ...props }: PasswordFieldProps) {
  const [visible, setVisible] = useState(initiallyVisible)
  return (
    <TextInput
      {...props}
      type={visible ? 'text' : 'password'}
      endAdornment={
        <>
          <FieldButton
            aria-label={t(visible ? 'ui.hideTyped' : 'ui.showTyped')}
            disabled={props.disabled ?? false}
            onClick={() => setVisible(!visible)}
          >
            {visible ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
          </FieldButton>
          {actions}
        </>
      }
    />
  )
}

export const FieldButton = styled(ButtonBase)(({ theme: { vars, spacing } }) => ({
  padding: spacing(0.75),
  marginRight: spacing(0.5),
  // Three of them leave room for a generated password on phones.
  '& + &, &:has(+ &)': { paddingInline: spacing(0.5), marginRight: spacing(0.25) },
  borderRadius: vars.shape.borderRadius,
  color: vars.palette.text.secondary,
  '&:hover': { backgroundColor: vars.palette.action.hover },
  '&.Mui-disabled': { color: vars.palette.text.disabled },
}))
