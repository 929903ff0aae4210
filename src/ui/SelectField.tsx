import TextField, { type TextFieldProps } from '@mui/material/TextField'

export interface SelectFieldProps {
  options: readonly (readonly [value: string, label: string])[]
}

/** A native select with the look of MUI's text fields; see SelectInput for public pages. */
export const SelectField = ({ options, ...props }: TextFieldProps & SelectFieldProps) => (
  <TextField select {...props} slotProps={{ ...props.slotProps, select: { native: true } }}>
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </TextField>
)
