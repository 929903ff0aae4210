import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/useLanguage.ts'
import { t } from '../../i18n/t.ts'
import { Frame } from '../ui/page/Frame.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Explanation } from '../ui/messages/Explanation.tsx'

export function UnsupportedBrowser({ missing }: { missing: readonly string[] }) {
  useLanguage()
  return window.isSecureContext ? <OldBrowser missing={missing} /> : <InsecureOrigin />
}

/** Browsers offer encryption only on secure origins. */
function InsecureOrigin() {
  const { host, pathname } = window.location
  return (
    <UnsupportedPage title={t('unfit.needsHttps')}>
      <Typography>{t('unfit.needsHttpsText')}</Typography>
      <TitledText title={t('unfit.givenLink')}>
        <Typography>{t('unfit.givenLinkText')}</Typography>
        {/* Neither query nor fragment is shown: they may hold keys. */}
        <Address>{`https://${host.replace(/:\d+$/, '')}${shownPath(pathname)}`}</Address>
        <Typography>{t('unfit.givenLinkElse')}</Typography>
      </TitledText>
      <TitledText title={t('unfit.yourServer')}>
        <Typography>{t('unfit.yourServerText')}</Typography>
      </TitledText>
    </UnsupportedPage>
  )
}

/** Strips the tail of a download link, which may hold keys: some mail programs write '%23' for '#'. */
const shownPath = (path: string) => path.replace(/(?:%23|#).*/i, '')

function OldBrowser({ missing }: { missing: readonly string[] }) {
  return (
    <UnsupportedPage title={t('unfit.cannotRun')}>
      <Typography>{t('unfit.cannotRunText')}</Typography>
      <TitledText title={t('unfit.whatToDo')}>
        <Typography>{t('unfit.otherBrowser', { browsers: t('unfit.oldestBrowsers') })}</Typography>
      </TitledText>
      <Explanation>{t('unfit.missingHere', { features: missing.map(featureText).join(', ') })}</Explanation>
    </UnsupportedPage>
  )
}

/** Most features have one name in every language. */
const featureText = (feature: string): string =>
  feature === 'workers' ? t('unfit.webWorkers') : feature === 'streams' ? t('unfit.streams') : feature

interface TitledProps {
  title: string
  children: ReactNode
}

const UnsupportedPage = ({ title, children }: TitledProps) => (
  <Frame>
    <Page title={title} width="stranger">
      <Stack spacing={3} sx={{ maxWidth: 600 }}>
        {children}
      </Stack>
    </Page>
  </Frame>
)

const TitledText = ({ title, children }: TitledProps) => (
  <div>
    <Typography variant="h2" gutterBottom>
      {title}
    </Typography>
    {children}
  </div>
)

const Address = styled('div')(({ theme }) => ({
  ...theme.typography.mono,
  marginBlock: theme.spacing(1),
  overflowWrap: 'anywhere',
}))
