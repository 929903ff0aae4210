import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { FieldLabel } from '../theme/layout.ts'

interface RadioChoicesProps<Value extends string> {
  label: string
  value: Value
  choices: readonly { value: Value; label: string; hint?: ReactNode; disabled?: boolean }[]
  onChange: (value: Value) => void
}

export function RadioChoices<Value extends string>(props: RadioChoicesProps<Value>) {
  const id = useId()
  return (
    <div>
      <FieldLabel id={id}>{props.label}</FieldLabel>
      <Choices
        aria-labelledby={id}
        value={props.value}
        onChange={(_, chosen) => props.onChange(chosen as Value)}
      >
        {props.choices.map(({ value, label, hint, disabled = false }) => (
          <div key={value}>
            <FormControlLabel
              value={value}
              label={label}
              disabled={disabled}
              control={
                <Radio
                  size="small"
                  {...(hint !== undefined && {
                    slotProps: { input: { 'aria-describedby': `${id}-${value}` } },
                  })}
                />
              }
            />
            {hint !== undefined && <FormHelperText id={`${id}-${value}`}>{hint}</FormHelperText>}
          </div>
        ))}
      </Choices>
    </div>
  )
}

const Choices = styled(RadioGroup)(({ theme }) => ({
  gap: theme.spacing(1),
  '& .MuiFormControlLabel-label': { fontWeight: 560 },
  '& .MuiFormHelperText-root': { margin: '-4px 0 0 27px' },
}))
