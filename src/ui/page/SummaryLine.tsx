import { styled } from '@mui/material/styles'
import { focusRing } from '../theme/theme.ts'

/** The summary of a `details` element: a title of the class `title`, and what is folded in a few words. */
export const SummaryLine = styled('summary')(({ theme: { vars, spacing } }) => ({
  cursor: 'pointer',
  width: 'fit-content',
  // Wrapped lines align with the first, after the marker.
  padding: spacing(0.5, 0, 0.5, 2.375),
  textIndent: spacing(-2.375),
  borderRadius: vars.shape.borderRadius,
  '& > .title': { fontWeight: 560, marginInline: spacing(0.5, 1.5) },
  '&:focus-visible': focusRing,
}))
