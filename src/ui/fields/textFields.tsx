import { styled } from '@mui/material/styles'
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

interface SearchFieldProps {
  label: string
  value: string
  /** Number of results, announced as it changes. */
  status: string
  onChange: (typed: string) => void
}

export const SearchField = ({ label, value, status, onChange }: SearchFieldProps) => (
  <Field
    type="search"
    label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    helperText={<span role="status">{status}</span>}
  />
)

const Field = styled(TextField)(({ theme: { spacing, breakpoints } }) => ({
  marginBottom: spacing(2),
  [breakpoints.up('sm')]: { maxWidth: 360 },
}))
