import { styled } from '@mui/material/styles'
import type { TextareaHTMLAttributes } from 'react'
import { InputFrame, type TextInputProps } from './TextInput.tsx'

interface LongTextInputProps
  extends
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'>,
    Pick<TextInputProps, 'label' | 'error' | 'helperText'> {}

/** A field of several lines with the look of `TextInput`; it grows with its text where browsers can do so. */
export const LongTextInput = ({ label, error = false, helperText, ...input }: LongTextInputProps) => (
  <InputFrame {...{ label, error, helperText, className: undefined, disabled: input.disabled }}>
    {(own) => <TextArea rows={5} {...input} {...own} />}
  </InputFrame>
)

const TextArea = styled('textarea')(({ theme: { vars, typography, breakpoints } }) => ({
  flex: 1,
  minWidth: 0,
  minHeight: 132,
  maxHeight: '50vh',
  padding: '7px 13px',
  border: 0,
  outline: 0,
  borderRadius: 'inherit',
  background: 'none',
  color: vars.palette.text.primary,
  font: 'inherit',
  lineHeight: '24px',
  resize: 'vertical',
  fieldSizing: 'content',
  // Phones zoom in on smaller text.
  fontSize: typography.body1.fontSize,
  [breakpoints.up('sm')]: { fontSize: typography.body2.fontSize },
}))
