import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormText } from './formFields.tsx'

/** A list of e-mail addresses, as typed or pasted: see `splitEmails`. */
export const EmailListField = <Fields extends FieldValues>(
  props: Omit<ComponentProps<typeof FormText<Fields>>, 'multiline' | 'slotProps'>,
) => (
  <FormText
    {...props}
    multiline
    maxRows={8}
    slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, inputMode: 'email' } }}
  />
)
