import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Buttons } from '../../ui/layout.ts'

/** Shown as long as the page stands. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <Whole role="status">
      <Typography variant="body2">
        <b>Signing secret.</b> It is shown this once: copy it into your receiver, which knows by it that a
        notice comes from here.
      </Typography>
      <Line>
        <code>{secret}</code>
        <CopyButton label="Copy secret" failure="Failed to copy secret." text={secret} />
      </Line>
    </Whole>
  )
}

const Whole = styled('div')(({ theme: { vars, spacing } }) => ({
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
