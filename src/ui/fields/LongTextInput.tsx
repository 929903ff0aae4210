import { styled } from '@mui/material/styles'
import type { TextareaHTMLAttributes } from 'react'
import { InputFrame, type TextInputProps } from './TextInput.tsx'

interface LongTextInputProps
  extends
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'>,
    Pick<TextInputProps, 'label' | 'error' | 'helperText'> {}

/** A field of several lines with the look of `TextInput`; it grows with its text where browsers can do so. */
export const LongTextInput = ({ label, error, helperText, ...input }: LongTextInputProps) => (
  <InputFrame {...{ label, error, helperText, disabled: input.disabled }}>
    {(own) => <TextArea rows={5} {...input} {...own} />}
  </InputFrame>
)

const TextArea = styled('textarea')({
  minHeight: 132,
  maxHeight: '50vh',
  resize: 'vertical',
  fieldSizing: 'content',
})
