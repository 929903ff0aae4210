import { styled } from '@mui/material/styles'

/** A fact in a word or two, with a border. */
export const Tag = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.small,
  lineHeight: '20px',
  display: 'inline-flex',
  alignItems: 'center',
  padding: '1px 8px',
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: 11,
  whiteSpace: 'nowrap',
  backgroundColor: vars.palette.background.paper,
}))
