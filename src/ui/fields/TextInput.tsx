import { styled } from '@mui/material/styles'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { forcedColours } from '../theme/theme.ts'

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'size'> {
  label: string
  error?: boolean
  helperText?: ReactNode
  /** Inside the field, after the text. */
  endAdornment?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** Has the look of MUI's TextField, which would take 30 KB of public pages. `className` is that of the box. */
export function TextInput(props: TextInputProps) {
  const { label, error, helperText, endAdornment, className, ...input } = props
  return (
    <InputFrame {...{ label, error, helperText, className, disabled: input.disabled }}>
      {(ownProps) => (
        <>
          <input {...input} {...ownProps} />
          {endAdornment}
        </>
      )}
    </InputFrame>
  )
}

interface InputFrameProps extends Pick<TextInputProps, 'label' | 'helperText' | 'disabled' | 'className'> {
  error: boolean | undefined
  /** Renders the input with the attributes that link it to label and helper text. */
  children: (own: {
    id: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

export function InputFrame(props: InputFrameProps) {
  const { label, error = false, helperText, disabled, className, children } = props
  const id = useId()
  const helperId = `${id}-helper`
  return (
    <Root>
      <Label htmlFor={id} data-disabled={disabled}>
        {label}
      </Label>
      <Field data-error={error} data-disabled={disabled} className={className}>
        {children({ id, 'aria-invalid': error, 'aria-describedby': helperText ? helperId : undefined })}
      </Field>
      {helperText && (
        <Helper id={helperId} data-error={error}>
          {helperText}
        </Helper>
      )}
    </Root>
  )
}

const Root = styled('div')({ width: '100%', minWidth: 0 })

const Label = styled('label')(({ theme: { vars, typography } }) => ({
  display: 'block',
  marginBottom: 6,
  ...typography.subtitle2,
  color: vars.palette.text.primary,
  '&[data-disabled="true"]': { color: vars.palette.text.disabled },
}))

const Field = styled('div')(({ theme: { vars, typography, breakpoints } }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 40,
  borderRadius: vars.shape.borderRadius,
  // A control's edge needs 3:1 against the page; a card's border does not.
  border: `1px solid ${vars.palette.text.disabled}`,
  backgroundColor: vars.palette.background.paper,
  '&:focus-within': {
    borderColor: vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${vars.palette.primary.main}`,
    [forcedColours]: { outline: '2px solid Highlight' },
  },
  '&[data-error="true"]': {
    borderColor: vars.palette.error.main,
    '&:focus-within': { boxShadow: `inset 0 0 0 1px ${vars.palette.error.main}` },
  },
  '&[data-disabled="true"]': { borderColor: vars.palette.action.disabled },
  '& input, & select, & textarea': {
    flex: 1,
    minWidth: 0,
    width: '100%',
    padding: '7px 13px',
    border: 0,
    outline: 0,
    borderRadius: 'inherit',
    background: 'none',
    color: vars.palette.text.primary,
    font: 'inherit',
    lineHeight: '24px',
    // Phones zoom in on smaller text.
    fontSize: typography.body1.fontSize,
    [breakpoints.up('sm')]: { fontSize: typography.body2.fontSize },
    '&:disabled': { color: vars.palette.text.disabled, opacity: 1 },
  },
  // Browsers indent a select's text.
  '& select': { paddingInline: 9 },
}))

const Helper = styled('div')(({ theme: { vars, typography } }) => ({
  marginTop: 6,
  ...typography.small,
  color: vars.palette.text.secondary,
  '&[data-error="true"]': { color: vars.palette.error.main },
}))

/** Input for the digits of a code, widely spaced. */
export const CodeInput = styled(TextInput)(({ theme }) => ({
  '& input': {
    ...theme.typography.code,
    textAlign: 'center',
    // Compensates for the space after the last digit.
    paddingLeft: `calc(13px + ${String(theme.typography.code.letterSpacing)})`,
  },
}))
