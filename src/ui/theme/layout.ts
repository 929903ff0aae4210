import { styled } from '@mui/material/styles'

/** Layout elements shared by many screens. */

export const Buttons = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
}))

/** Fields side by side; stacked on phones. */
export const FieldRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { flexDirection: 'row' },
}))

/** Two equally wide columns on wide screens. */
export const TwoColumns = styled(FieldRow)({ '& > *': { flex: 1, width: '100%' } })

/** Content on the left, actions on the right. */
export const SpaceBetween = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
}))

export const Muted = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))

/** What people say of a folder or a link, in lines of their own. */
export const Description = styled('p')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body1,
  margin: spacing(1, 0, 1.5),
  color: vars.palette.text.primary,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
}))

/** Who asks for files, or sends them. */
export const Lead = styled(Description)({ fontWeight: 600 })

export const Subheading = styled('h3')(({ theme }) => ({ ...theme.typography.subtitle2, margin: 0 }))

export const RuledList = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    padding: theme.spacing(1.5),
    [theme.breakpoints.up('sm')]: { paddingInline: theme.spacing(2) },
  },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))

export const ScrollArea = styled('div')({ maxHeight: 160, overflow: 'auto' })

/** A section below a list that may be long. */
export const LowerSection = styled('section')(({ theme }) => ({
  marginTop: theme.spacing(2),
  scrollMarginTop: 16,
  '& > h2': { marginBottom: theme.spacing(1.5) },
}))

/** A label for something that looks like a form field, but is none. */
export const FieldLabel = styled('div')(({ theme }) => ({
  ...theme.typography.subtitle2,
  marginBottom: theme.spacing(0.75),
}))
