import type { Ref, SelectHTMLAttributes } from 'react'
import { InputFrame, type TextInputProps } from './TextInput.tsx'

interface SelectInputProps
  extends
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'size' | 'className'>,
    Pick<TextInputProps, 'label' | 'error' | 'helperText'> {
  /** What stands there while nothing is chosen, with the value ''. */
  empty: string
  options: readonly string[]
  ref?: Ref<HTMLSelectElement>
}

/** One of a list, with the browser's own menu: it knows phones, keyboards and screen readers. */
export function SelectInput({
  label,
  error = false,
  helperText,
  empty,
  options,
  ...select
}: SelectInputProps) {
  return (
    <InputFrame {...{ label, error, helperText, disabled: select.disabled, className: undefined }}>
      {(own) => (
        <select {...select} {...own}>
          <option value="">{empty}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )}
    </InputFrame>
  )
}
