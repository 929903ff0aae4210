import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { SecretToCopy } from '../../ui/CodeBox.tsx'

/** Shown until the page is closed. */
export const WebhookSecret = ({ secret }: { secret: string }) => (
  <Container role="status">
    <Typography variant="body2">{rich('folderForm.secret')}</Typography>
    <SecretToCopy code={secret} label={t('profile.copySecret')} failure={t('profile.secretNotCopied')} />
  </Container>
)

const Container = styled('div')(({ theme: { vars, spacing } }) => ({
  padding: spacing(2),
  borderRadius: vars.shape.borderRadius,
  border: `1px solid ${vars.palette.divider}`,
}))
