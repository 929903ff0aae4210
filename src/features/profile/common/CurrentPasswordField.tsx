import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormPassword } from '../../../forms/formFields.tsx'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { UsernameHint } from '../../../ui/fields/UsernameHint.tsx'

type CurrentPasswordFieldProps<Fields extends FieldValues> = Omit<
  ComponentProps<typeof FormPassword<Fields>>,
  'label' | 'autoComplete' | 'required'
> & { username: string }

export function CurrentPasswordField<Fields extends FieldValues>({
  username,
  ...field
}: CurrentPasswordFieldProps<Fields>) {
  const passwordText = usePasswordText()
  return (
    <>
      <UsernameHint username={username} />
      <FormPassword
        {...field}
        label={passwordText('session.currentPassword')}
        autoComplete="current-password"
        required
      />
    </>
  )
}
