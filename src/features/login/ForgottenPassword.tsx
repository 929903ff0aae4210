import { styled } from '@mui/material/styles'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'

/** Explains what can be recovered without the password, and what cannot. */
export const ForgottenPassword = () => (
  <Disclosure summary={t('login.forgotten')}>
    <Text>
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
    </Text>
  </Disclosure>
)

const Text = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body2,
  color: vars.palette.text.secondary,
  '& p, & ul': { margin: 0 },
  '& * + p, & * + ul': { marginTop: spacing(1) },
  '& ul': { paddingLeft: spacing(2.5) },
  '& b': { fontWeight: 560, color: vars.palette.text.primary },
  '& code': { ...typography.mono, color: vars.palette.text.primary, overflowWrap: 'anywhere' },
}))
