import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { type ReactNode, type RefObject, useState } from 'react'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { Disclosure } from '../../ui/page/Disclosure.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'

interface PasswordFormProps {
  message: ReactNode
  waiting: boolean
  /** User name to restore when returning from the second step. */
  initialUsername: string
  passwordInput: RefObject<HTMLInputElement | null>
  /** True if the form is below the button of a provider. */
  isBelowProviders: boolean
  onSend: (username: string, password: string) => void
}

/** First step; unmounting it discards the password. Native validation saves loading a form library. */
export function PasswordForm(props: PasswordFormProps) {
  const { message, waiting, initialUsername, passwordInput, isBelowProviders, onSend } = props
  const [username, setUsername] = useState(initialUsername)
  const [password, setPassword] = useState('')
  const FormContainer = isBelowProviders ? Box : Panel
  return (
    <FormContainer
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
          autoFocus={initialUsername === '' && !isBelowProviders}
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
        <Button
          type="submit"
          variant={isBelowProviders ? 'outlined' : 'contained'}
          size="large"
          disabled={waiting}
        >
          {t(waiting ? 'ui.checking' : 'login.signIn')}
        </Button>
        <ForgottenPassword />
      </Stack>
    </FormContainer>
  )
}

const ForgottenPassword = () => (
  <Disclosure summary={t('login.forgotten')}>
    <HelpText>
      <p>{t('login.forgottenAsk')}</p>
      <p>
        <code>sealpost-admin reset NAME</code>
      </p>
      <p>{t('login.forgottenSealed')}</p>
      <ul>
        <li>{rich('login.forgottenByCode')}</li>
        <li>{rich('login.forgottenByBackup')}</li>
        <li>{t('login.forgottenRemembered')}</li>
      </ul>
      <p>{t('login.forgottenLost')}</p>
    </HelpText>
  </Disclosure>
)

const HelpText = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body2,
  color: vars.palette.text.secondary,
  '& p, & ul': { margin: 0 },
  '& * + p, & * + ul': { marginTop: spacing(1) },
  '& ul': { paddingLeft: spacing(2.5) },
  '& b': { fontWeight: 560, color: vars.palette.text.primary },
  '& code': { ...typography.mono, color: vars.palette.text.primary, overflowWrap: 'anywhere' },
}))
