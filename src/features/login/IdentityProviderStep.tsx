import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../../i18n/t.ts'
import { Disclosure } from '../../ui/page/Disclosure.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { Explanation } from '../../ui/messages/Explanation.tsx'

interface IdentityProviderStepProps {
  message: ReactNode
  provider: string
  /** True if only the operator may sign in with a password. */
  passwordIsOperatorOnly: boolean
  onSignInWithProvider: () => void
  /** The password form. */
  children: ReactNode
}

export const IdentityProviderStep = ({
  message,
  provider,
  passwordIsOperatorOnly,
  onSignInWithProvider,
  children,
}: IdentityProviderStepProps) => (
  <Panel>
    <Stack spacing={2.5}>
      {message}
      <Button
        variant="contained"
        size="large"
        onClick={onSignInWithProvider}
        sx={{ overflowWrap: 'anywhere' }}
      >
        {t('login.signInWith', { provider: shownText(provider) })}
      </Button>
      {passwordIsOperatorOnly ? (
        <Disclosure summary={t('login.asOperator')}>{children}</Disclosure>
      ) : (
        <>
          <Divider>
            <Explanation>{t('login.orPassword')}</Explanation>
          </Divider>
          {children}
        </>
      )}
    </Stack>
  </Panel>
)
