import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { type ReactNode, useId } from 'react'

interface OptionProps {
  label: string
  name?: string
  checked: boolean
  disabled?: boolean
  /** What it means, as it stands now. */
  hint?: string | undefined
  onChange: (checked: boolean) => void
  /** Belongs to the option when it is on. */
  children?: ReactNode
}

/** Text and fields begin where the label does. */
const indent = 3.75

/** Something to switch on, with what it means and what it then takes. */
export function Option({ label, name, checked, disabled = false, hint, onChange, children }: OptionProps) {
  const hintId = useId()
  return (
    <Box>
      <FormControlLabel
        label={label}
        sx={{ '& .MuiFormControlLabel-label': { fontWeight: 560 } }}
        control={
          <Checkbox
            sx={{ py: 0.5 }}
            checked={checked}
            disabled={disabled}
            onChange={(event) => onChange(event.target.checked)}
            slotProps={{
              input: {
                ...(name !== undefined && { name }),
                ...(hint !== undefined && { 'aria-describedby': hintId }),
              },
            }}
          />
        }
      />
      {hint !== undefined && (
        <FormHelperText id={hintId} sx={{ mt: 0, ml: indent }}>
          {hint}
        </FormHelperText>
      )}
      {checked && children && <Box sx={{ mt: 1.5, ml: { sm: indent } }}>{children}</Box>}
    </Box>
  )
}
