import type { ComponentProps } from 'react'
import { PasswordField } from './PasswordField.tsx'
import { UsernameHint } from './UsernameHint.tsx'

type Props = Omit<ComponentProps<typeof PasswordField>, 'value' | 'onChange'> & {
  username: string
  value: string
  onChange: (password: string) => void
}

/** Asks for the login password again; the hidden user name helps password managers. */
export function LoginPasswordField({ username, onChange, ...field }: Props) {
  return (
    <>
      <UsernameHint username={username} />
      <PasswordField
        name="password"
        autoComplete="current-password"
        required
        autoFocus
        {...field}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}
