import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import ButtonBase from '@mui/material/ButtonBase'
import { useState } from 'react'
import { TextInput, type TextInputProps } from './TextInput.tsx'

/** A password that can be looked at while it is typed. */
export function PasswordField({
  initiallyVisible = false,
  ...props
}: Omit<TextInputProps, 'type' | 'endAdornment'> & { initiallyVisible?: boolean }) {
  const [visible, setVisible] = useState(initiallyVisible)
  return (
    <TextInput
      {...props}
      type={visible ? 'text' : 'password'}
      endAdornment={
        <ButtonBase
          aria-label={visible ? 'Hide what is typed' : 'Show what is typed'}
          disabled={props.disabled ?? false}
          onClick={() => setVisible(!visible)}
          sx={{
            p: 0.75,
            mr: 0.5,
            borderRadius: 1,
            color: 'text.secondary',
            '&:hover': { bgcolor: 'action.hover' },
            '&.Mui-disabled': { color: 'text.disabled' },
          }}
        >
          {visible ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
        </ButtonBase>
      }
    />
  )
}
