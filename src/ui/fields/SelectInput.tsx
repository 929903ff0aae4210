import type { Ref, SelectHTMLAttributes } from 'react'
import { InputFrame, type TextInputProps } from './TextInput.tsx'

interface SelectInputProps
  extends
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'size' | 'className'>,
    Pick<TextInputProps, 'label' | 'error' | 'helperText'> {
  /** Text of the option with value '', for no choice. */
  empty: string
  options: readonly string[]
  ref?: Ref<HTMLSelectElement>
}

/** A native select: it works well on phones, by keyboard and with screen readers. */
export function SelectInput({ label, error, helperText, empty, options, ...select }: SelectInputProps) {
  return (
    <InputFrame {...{ label, error, helperText, disabled: select.disabled }}>
      {(ownProps) => (
        <select {...select} {...ownProps}>
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
