import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { UsernameHint } from '../ui/UsernameHint.tsx'
import { FormPassword } from './fields.tsx'

type Props<Fields extends FieldValues> = Omit<
  ComponentProps<typeof FormPassword<Fields>>,
  'label' | 'autoComplete' | 'required'
> & { username: string }

/** The login password of whoever is signed in, asked for once more. */
export function CurrentPassword<Fields extends FieldValues>({ username, ...field }: Props<Fields>) {
  return (
    <>
      <UsernameHint username={username} />
      <FormPassword {...field} label="Current login password" autoComplete="current-password" required />
    </>
  )
}
