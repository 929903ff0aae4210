import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../../i18n/t.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Explanation } from '../../ui/Explanation.tsx'

interface ProviderFormProps {
  /** Error or hint. */
  message: ReactNode
  provider: string
  /** True if only the operator can sign in with a password. */
  isOnly: boolean
  onLeave: () => void
  /** The password form. */
  children: ReactNode
}

/** First step if there is an identity provider: its button, and the password form below. */
export const ProviderForm = ({ message, provider, isOnly, onLeave, children }: ProviderFormProps) => (
  <Panel>
    <Stack spacing={2.5}>
      {message}
      <Button variant="contained" size="large" onClick={onLeave} sx={{ overflowWrap: 'anywhere' }}>
        {t('login.signInWith', { provider: shownText(provider) })}
      </Button>
      {isOnly ? (
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
