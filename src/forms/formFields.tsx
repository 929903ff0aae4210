import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form'
import { CheckboxOption } from '../ui/fields/CheckboxOption.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { SelectField, type SelectFieldProps } from '../ui/fields/textFields.tsx'

/** Inputs bound to a form. A field's error takes the place of its hint. */

interface FormFieldProps<Fields extends FieldValues> {
  control: Control<Fields, unknown, Fields>
  name: FieldPath<Fields>
  hint?: ReactNode
  /** Transforms what was typed before the form stores it. */
  clean?: ((typed: string) => string) | undefined
  onChanged?: ((value: string) => void) | undefined
  /** Fields that are validated together with this one. */
  deps?: FieldPath<Fields>[] | undefined
}

function useFormField<Fields extends FieldValues>({
  control,
  name,
  hint,
  clean,
  onChanged,
  deps,
}: FormFieldProps<Fields>) {
  const { field, fieldState } = useController({ control, name, ...(deps && { rules: { deps } }) })
  const { ref, value, onChange, onBlur } = field
  const input = {
    name,
    value,
    onBlur,
    onChange: ({ target }: { target: { value: string } }) => {
      const changed = clean ? clean(target.value) : target.value
      onChange(changed)
      onChanged?.(changed)
    },
    error: fieldState.invalid,
    helperText: fieldState.error?.message ?? hint,
  }
  return { ref, input }
}

type BoundProp = 'name' | 'value' | 'error' | 'helperText' | 'onChange' | 'onBlur' | 'ref'

export function FormText<Fields extends FieldValues>(
  props: FormFieldProps<Fields> & Omit<TextFieldProps, BoundProp | 'inputRef' | 'variant'>,
) {
  const { control, name, hint, clean, onChanged, deps, ...look } = props
  const { ref, input } = useFormField({ control, name, hint, clean, onChanged, deps })
  return <TextField {...look} {...input} inputRef={ref} />
}

export function FormSelect<Fields extends FieldValues>(
  props: FormFieldProps<Fields> & SelectFieldProps & Omit<TextFieldProps, BoundProp | 'inputRef' | 'variant'>,
) {
  const { control, name, hint, clean, onChanged, deps, ...look } = props
  const { ref, input } = useFormField({ control, name, hint, clean, onChanged, deps })
  return <SelectField {...look} {...input} inputRef={ref} />
}

export function FormPassword<Fields extends FieldValues>(
  props: FormFieldProps<Fields> & Omit<Parameters<typeof PasswordField>[0], BoundProp>,
) {
  const { control, name, hint, clean, onChanged, deps, ...look } = props
  const { ref, input } = useFormField({ control, name, hint, clean, onChanged, deps })
  return <PasswordField {...look} {...input} ref={ref} />
}

interface FormCheckboxProps<Fields extends FieldValues> extends Omit<
  Parameters<typeof CheckboxOption>[0],
  'name' | 'checked' | 'onChange' | 'hint'
> {
  control: Control<Fields, unknown, Fields>
  name: FieldPathByValue<Fields, boolean>
  hint: (isOn: boolean) => string | undefined
  onChanged?: (isOn: boolean) => void
}

export function FormCheckbox<Fields extends FieldValues>(props: FormCheckboxProps<Fields>) {
  const { control, name, hint, onChanged, ...look } = props
  const { field } = useController({ control, name })
  return (
    <CheckboxOption
      {...look}
      name={name}
      checked={field.value}
      hint={hint(field.value)}
      onChange={(isOn) => {
        field.onChange(isOn)
        onChanged?.(isOn)
      }}
    />
  )
}
