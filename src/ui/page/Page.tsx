import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { productName } from '../../../contract/shownLook.ts'
import { shownText } from '../../../contract/shownText.ts'
import { Buttons } from '../theme/layout.ts'
import { useLook } from '../theme/look.ts'

const widths = { narrow: 440, stranger: 720, form: 720 } as const

interface PageProps {
  /** The heading, and the document's title. */
  title: string
  /** Prefix of the document's title, for people who look at another tab. */
  tabStatus?: string | false | null | undefined
  width: keyof typeof widths
  back?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function Page({ tabStatus, width, back, subtitle, actions, children, ...named }: PageProps) {
  const title = shownText(named.title)
  return (
    <Screen data-width={width} style={{ maxWidth: widths[width] }}>
      <DocumentTitle parts={[tabStatus, title]} />
      {back && <Back>{back}</Back>}
      <Head className="head">
        <div className="named">
          <Typography variant="h1" tabIndex={-1}>
            {title}
          </Typography>
          {subtitle && <Subtitle>{subtitle}</Subtitle>}
        </div>
        {actions && <Actions>{actions}</Actions>}
      </Head>
      {children}
    </Screen>
  )
}

/** The document's title: parts, then the name of the service. */
export function DocumentTitle({ parts }: { parts: (string | false | null | undefined)[] }) {
  const { name, isKnown } = useLook()
  const service = isKnown && shownText(name ?? productName)
  return <title>{[...parts, service].filter(Boolean).join(' · ')}</title>
}

const Screen = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  width: '100%',
  marginInline: 'auto',
  padding: spacing(3, 2, 8),
  [breakpoints.up('sm')]: { padding: spacing(5, 3, 8) },
  // The same as on pages of lists, so that nothing jumps on the way between lists and forms.
  '&[data-width="form"]': {
    paddingTop: spacing(1.5),
    [breakpoints.up('sm')]: { paddingTop: spacing(3) },
    '& h1': { fontSize: '1.25rem', [breakpoints.up('sm')]: { fontSize: '1.5rem' } },
    '& > .head': { marginBottom: spacing(1.5), [breakpoints.up('sm')]: { marginBottom: spacing(2.5) } },
  },
  '&[data-width="narrow"]': { paddingTop: spacing(4), [breakpoints.up('sm')]: { paddingTop: '13vh' } },
}))

/** The breadcrumb of account pages is in the header instead. */
const Back = styled('div')(({ theme }) => ({
  marginBottom: theme.spacing(1.5),
  '&:empty': { display: 'none' },
}))

const Head = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: spacing(2),
  marginBottom: spacing(3),
  [breakpoints.up('sm')]: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'flex-end',
    marginBottom: spacing(4),
  },
  '& > .named': { minWidth: 0, overflowWrap: 'anywhere' },
}))

const Subtitle = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body2,
  color: vars.palette.text.secondary,
  marginTop: spacing(0.5),
}))

/** Buttons share the width on phones. */
const Actions = styled(Buttons)(({ theme }) => ({
  flex: 'none',
  // Takes no space without buttons.
  '&:empty': { display: 'none' },
  '& > *': { flex: '1 1 auto' },
  [theme.breakpoints.up('sm')]: { '& > *': { flex: 'none' } },
}))
