import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { styled } from '@mui/material/styles'
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

/** Something to switch on, with what it means and what it then takes. */
export function Option({ label, name, checked, disabled = false, hint, onChange, children }: OptionProps) {
  const hintId = useId()
  return (
    <Whole>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
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
      {hint !== undefined && <FormHelperText id={hintId}>{hint}</FormHelperText>}
      {checked && children && <div className="taken">{children}</div>}
    </Whole>
  )
}

/** Text and fields begin where the label does. */
const indent = 30

const Whole = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  '& > label': { alignItems: 'flex-start' },
  '& > label > .MuiFormControlLabel-label': { fontWeight: 560, paddingBlock: 6 },
  '& > label > .MuiCheckbox-root': { paddingBlock: spacing(0.5) },
  '& > .MuiFormHelperText-root': { margin: `0 0 0 ${indent}px` },
  '& > .taken': { marginTop: spacing(1.5), [breakpoints.up('sm')]: { marginLeft: indent } },
}))
