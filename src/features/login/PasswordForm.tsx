import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { type ReactNode, type RefObject, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Panel } from '../../ui/Panel.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { ForgottenPassword } from './ForgottenPassword.tsx'

interface PasswordFormProps {
  /** Error or hint. */
  message: ReactNode
  waiting: boolean
  /** User name to restore when returning from the second step. */
  initialUsername: string
  passwordInput: RefObject<HTMLInputElement | null>
  /** True if the form is below the button of a provider. */
  isSecond: boolean
  onSend: (username: string, password: string) => void
}

/** First step; unmounting it discards the password. Native validation saves loading a form library. */
export function PasswordForm({
  message,
  waiting,
  initialUsername,
  passwordInput,
  isSecond,
  onSend,
}: PasswordFormProps) {
  const [username, setUsername] = useState(initialUsername)
  const [password, setPassword] = useState('')
  const Sheet = isSecond ? Box : Panel
  return (
    <Sheet
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(username, password)
      }}
    >
      <Stack spacing={2.5}>
        {message}
        <TextInput
          label={t('login.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={initialUsername === '' && !isSecond}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <PasswordField
          label={t('login.password')}
          name="password"
          ref={passwordInput}
          autoComplete="current-password"
          required
          autoFocus={initialUsername !== ''}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant={isSecond ? 'outlined' : 'contained'} size="large" disabled={waiting}>
          {t(waiting ? 'ui.checking' : 'login.signIn')}
        </Button>
        <ForgottenPassword />
      </Stack>
    </Sheet>
  )
}
