import { styled } from '@mui/material/styles'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { forcedColours } from './theme.ts'

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'size'> {
  label: string
  error?: boolean
  /** Below the field: what it is for, or what is wrong with it. */
  helperText?: ReactNode
  /** Inside the field, after what is typed. */
  endAdornment?: ReactNode
  ref?: Ref<HTMLInputElement>
  /** Of the box around what is typed. */
  className?: string
}

/**
 * A line to type, with its label above. It looks as MUI's TextField does in our theme, and is little more than the
 * browser's own input: TextField brings lists, menus and modals along, 30 KB that a page for strangers does without.
 */
export function TextInput({
  label,
  error = false,
  helperText,
  endAdornment,
  className,
  ...input
}: TextInputProps) {
  return (
    <InputFrame {...{ label, error, helperText, className, disabled: input.disabled }}>
      {(own) => (
        <>
          <input {...input} {...own} />
          {endAdornment}
        </>
      )}
    </InputFrame>
  )
}

interface InputFrameProps extends Pick<TextInputProps, 'label' | 'error' | 'helperText'> {
  disabled: boolean | undefined
  className: string | undefined
  /** The input, with what binds it to label and helper. */
  children: (own: {
    id: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** What is around something to fill in: its label, its box, and what is said of it. */
export function InputFrame({
  label,
  error = false,
  helperText,
  disabled,
  className,
  children,
}: InputFrameProps) {
  const id = useId()
  const helperId = `${id}-helper`
  return (
    <Whole>
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
    </Whole>
  )
}

const Whole = styled('div')({ width: '100%', minWidth: 0 })

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
  // A control's edge needs 3:1 against the page; the hairline of a card does not.
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
  '& input, & select': {
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
    // A smaller one makes phones zoom in.
    fontSize: typography.body1.fontSize,
    [breakpoints.up('sm')]: { fontSize: typography.body2.fontSize },
    '&:disabled': { color: vars.palette.text.disabled, opacity: 1 },
  },
  // Browsers indent what is chosen.
  '& select': { paddingInline: 9 },
}))

const Helper = styled('div')(({ theme: { vars, typography } }) => ({
  marginTop: 6,
  ...typography.small,
  color: vars.palette.text.secondary,
  '&[data-error="true"]': { color: vars.palette.error.main },
}))

/** For the digits of a code, which stand apart. */
export const CodeInput = styled(TextInput)(({ theme }) => ({
  '& input': {
    ...theme.typography.code,
    textAlign: 'center',
    // The space after the last digit would push the digits out of the middle.
    paddingLeft: `calc(13px + ${String(theme.typography.code.letterSpacing)})`,
  },
}))
