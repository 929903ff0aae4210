import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState } from 'react'

/** A password that can be looked at while it is typed. */
export function PasswordField({
  initiallyVisible = false,
  ...props
}: Omit<TextFieldProps, 'type'> & { initiallyVisible?: boolean }) {
  const [visible, setVisible] = useState(initiallyVisible)
  return (
    <TextField
      {...props}
      type={visible ? 'text' : 'password'}
      slotProps={{
        ...props.slotProps,
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={visible ? 'Hide what is typed' : 'Show what is typed'}
                disabled={props.disabled ?? false}
                onClick={() => setVisible(!visible)}
              >
                {visible ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
