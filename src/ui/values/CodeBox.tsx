import { styled } from '@mui/material/styles'
import { CopyButton } from '../buttons/CopyButton.tsx'
import { Buttons } from '../theme/layout.ts'

/** A code in a box, over several lines if necessary. */
export const CodeBox = styled('output')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.mono,
  display: 'block',
  width: '100%',
  padding: spacing(1, 1.25),
  borderRadius: vars.shape.borderRadius,
  border: `1px solid ${vars.palette.divider}`,
  backgroundColor: vars.palette.background.default,
  overflowWrap: 'anywhere',
}))

interface SecretToCopyProps {
  code: string
  label: string
  failure: string
}

export const SecretToCopy = ({ code, label, failure }: SecretToCopyProps) => (
  <Line>
    <code>{code}</code>
    <CopyButton label={label} failure={failure} text={code} />
  </Line>
)

const Line = styled(Buttons)(({ theme: { typography, spacing } }) => ({
  alignItems: 'center',
  columnGap: spacing(1.5),
  marginTop: spacing(1),
  '& > code': { ...typography.mono, overflowWrap: 'anywhere', minWidth: 0 },
}))
