import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { Buttons } from '../theme/layout.ts'
import { DocumentTitle } from './Page.tsx'

interface WidePageProps {
  title: string
  /** The breadcrumb, which is in the header. */
  back?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  /** True if heading and buttons are short enough to be in one line on phones. */
  isBrief?: boolean
  children?: ReactNode
}

/** A screen with a list: as little as possible stands above it. */
export function WidePage({ back, subtitle, actions, isBrief = false, children, ...named }: WidePageProps) {
  const title = shownText(named.title)
  return (
    <Screen>
      <DocumentTitle parts={[title]} />
      {back}
      <Head data-brief={isBrief}>
        <Typography variant="h1" tabIndex={-1}>
          {title}
        </Typography>
        {subtitle && <div className="subtitle">{subtitle}</div>}
        {actions && <Buttons className="actions">{actions}</Buttons>}
      </Head>
      {children}
    </Screen>
  )
}

const Screen = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  width: '100%',
  maxWidth: 1320,
  marginInline: 'auto',
  padding: spacing(1.5, 2, 8),
  [breakpoints.up('sm')]: { padding: spacing(3, 3, 8) },
}))

const Head = styled('div')(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  display: 'grid',
  alignItems: 'center',
  gridTemplateColumns: 'minmax(0, 1fr)',
  columnGap: spacing(2),
  marginBottom: spacing(1.5),
  [breakpoints.up('sm')]: { marginBottom: spacing(2.5) },
  '& > h1': {
    fontSize: '1.25rem',
    overflowWrap: 'anywhere',
    [breakpoints.up('sm')]: { fontSize: '1.5rem' },
  },
  '& > .subtitle': { ...typography.small, minWidth: 0, marginTop: 2, color: vars.palette.text.secondary },
  '& > .actions': {
    marginTop: spacing(1),
    [breakpoints.up('sm')]: { flexWrap: 'nowrap' },
    '&:empty': { display: 'none' },
    // Icons without a border align with the text above.
    [breakpoints.down('sm')]: { '& > .MuiButton-text:first-child': { marginLeft: -10 } },
  },
  '&[data-brief="true"]': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    '& > .subtitle': { gridArea: '2 / 1 / auto / -1' },
    '& > .actions': { gridArea: '1 / 2', marginTop: 0 },
    [breakpoints.down('sm')]: {
      '& > .actions > .MuiButton-root': { paddingInline: spacing(1.5) },
      // Two buttons have a line of their own.
      '&:has(> .actions > :nth-of-type(2))': {
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        '& > .subtitle': { gridArea: '1 / 2', marginTop: 0 },
        '& > .actions': { gridArea: '2 / 1 / auto / -1', marginTop: spacing(0.5) },
      },
    },
  },
  // Narrower, or enlarged, buttons beside it would squeeze the heading.
  [breakpoints.up('md')]: {
    '&, &[data-brief="true"]': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
    '& > .actions, &[data-brief="true"] > .actions': {
      gridArea: '1 / 2 / span 2',
      alignSelf: 'end',
      marginTop: 0,
    },
    '&[data-brief="true"] > .subtitle': { gridArea: '2 / 1' },
  },
}))
