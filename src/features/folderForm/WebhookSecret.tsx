import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Buttons } from '../../ui/layout.ts'

/** Shown until the page is closed. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <Container role="status">
      <Typography variant="body2">{rich('folderForm.secret')}</Typography>
      <Line>
        <code>{secret}</code>
        <CopyButton
          label={t('folderForm.copySecret')}
          failure={t('folderForm.secretNotCopied')}
          text={secret}
        />
      </Line>
    </Container>
  )
}

const Container = styled('div')(({ theme: { vars, spacing } }) => ({
  padding: spacing(2),
  borderRadius: vars.shape.borderRadius,
  border: `1px solid ${vars.palette.divider}`,
}))

const Line = styled(Buttons)(({ theme: { typography, spacing } }) => ({
  alignItems: 'center',
  columnGap: spacing(1.5),
  marginTop: spacing(1),
  '& > code': { ...typography.mono, overflowWrap: 'anywhere', minWidth: 0 },
}))
