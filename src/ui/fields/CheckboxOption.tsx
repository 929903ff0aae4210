import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'

interface CheckboxOptionProps {
  label: string
  name?: string
  checked: boolean
  disabled?: boolean
  hint?: string | undefined
  onChange: (checked: boolean) => void
  children?: ReactNode
}

export function CheckboxOption({
  label,
  name,
  checked,
  disabled = false,
  hint,
  onChange,
  children,
}: CheckboxOptionProps) {
  const hintId = useId()
  return (
    <Root>
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
    </Root>
  )
}

/** Aligns hint and fields with the label. */
const indent = 31

const Root = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  '& > label': { alignItems: 'flex-start' },
  '& > label > .MuiFormControlLabel-label': { fontWeight: 560, paddingBlock: 6 },
  '& > label > .MuiCheckbox-root': { paddingBlock: spacing(0.5) },
  '& > .MuiFormHelperText-root': { margin: `0 0 0 ${indent}px` },
  '& > .taken': { marginTop: spacing(1.5), [breakpoints.up('sm')]: { marginLeft: indent } },
}))
