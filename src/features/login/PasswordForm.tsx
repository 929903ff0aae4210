import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ReactNode, RefObject, SubmitEvent } from 'react'
import { Panel } from '../../ui/Panel.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface PasswordFormProps {
  /** What is wrong, or has to be known. */
  message: ReactNode
  waiting: boolean
  username: string
  onUsername: (typed: string) => void
  password: string
  onPassword: (typed: string) => void
  passwordInput: RefObject<HTMLInputElement | null>
  onSubmit: (event: SubmitEvent) => void
}

/** The first step. The browser itself asks for what is missing: this page carries no library of forms. */
export function PasswordForm(props: PasswordFormProps) {
  const { message, waiting, username, onUsername, password, onPassword, passwordInput, onSubmit } = props
  return (
    <Panel component="form" onSubmit={onSubmit}>
      <Stack spacing={2.5}>
        {message}
        <TextInput
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={username === ''}
          value={username}
          onChange={(event) => onUsername(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          ref={passwordInput}
          autoComplete="current-password"
          required
          autoFocus={username !== ''}
          value={password}
          onChange={(event) => onPassword(event.target.value)}
        />
        <Button type="submit" variant="contained" size="large" disabled={waiting}>
          {waiting ? 'Checking...' : 'Sign In'}
        </Button>
      </Stack>
    </Panel>
  )
}
