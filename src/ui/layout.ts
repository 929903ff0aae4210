import { styled } from '@mui/material/styles'

/** Pieces that many screens are put together of. */

/** Buttons side by side, in lines if need be. */
export const Buttons = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
}))

/** Fields side by side; on a phone one below the other. */
export const FieldRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { flexDirection: 'row' },
}))

/** What a thing is on the left, what can be done with it on the right. */
export const Between = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
}))

/** Of less weight than what it stands beside. */
export const Muted = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }))

/** Items with a line between them. */
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

/** More than fits: it scrolls by itself. */
export const Scrolling = styled('div')({ maxHeight: 160, overflow: 'auto' })

/** A part of a page below a list that may be long. */
export const LowerSection = styled('section')(({ theme }) => ({
  marginTop: theme.spacing(2),
  scrollMarginTop: 16,
  '& > h2': { marginBottom: theme.spacing(1.5) },
}))

/** Above what is no field of a form, and looks like one. */
export const FieldLabel = styled('div')(({ theme }) => ({
  ...theme.typography.subtitle2,
  marginBottom: theme.spacing(0.75),
}))
