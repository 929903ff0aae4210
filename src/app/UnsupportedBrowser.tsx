import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/useLanguage.ts'
import { t } from '../../i18n/t.ts'
import { Frame } from '../ui/Frame.tsx'
import { Page } from '../ui/Page.tsx'
import { Explanation } from '../ui/Explanation.tsx'

/** Explains why the application cannot work in this browser, and what to do. */
export function UnsupportedBrowser({ missing }: { missing: readonly string[] }) {
  useLanguage()
  return window.isSecureContext ? <OldBrowser missing={missing} /> : <InsecureOrigin />
}

/** Browsers offer encryption only on secure origins. */
function InsecureOrigin() {
  const { host, pathname } = window.location
  return (
    <Notice title={t('unfit.needsHttps')}>
      <Typography>{t('unfit.needsHttpsText')}</Typography>
      <div>
        <Typography variant="h2" gutterBottom>
          {t('unfit.givenLink')}
        </Typography>
        <Typography>{t('unfit.givenLinkText')}</Typography>
        {/* Neither query nor fragment is shown: they may hold keys. */}
        <Address>{`https://${host.replace(/:\d+$/, '')}${shownPath(pathname)}`}</Address>
        <Typography>{t('unfit.givenLinkElse')}</Typography>
      </div>
      <div>
        <Typography variant="h2" gutterBottom>
          {t('unfit.yourServer')}
        </Typography>
        <Typography>{t('unfit.yourServerText')}</Typography>
      </div>
    </Notice>
  )
}

/** Strips the tail of a download link, which may hold keys: some mail programs write '%23' for '#'. */
const shownPath = (path: string) => path.replace(/(?:%23|#).*/i, '')

function OldBrowser({ missing }: { missing: readonly string[] }) {
  return (
    <Notice title={t('unfit.cannotRun')}>
      <Typography>{t('unfit.cannotRunText')}</Typography>
      <div>
        <Typography variant="h2" gutterBottom>
          {t('unfit.whatToDo')}
        </Typography>
        <Typography>{t('unfit.otherBrowser', { browsers: t('unfit.oldestBrowsers') })}</Typography>
      </div>
      <Explanation>{t('unfit.missingHere', { features: missing.map(featureText).join(', ') })}</Explanation>
    </Notice>
  )
}

/** Most features have one name in every language. */
const featureText = (feature: string): string =>
  feature === 'workers' ? t('unfit.webWorkers') : feature === 'streams' ? t('unfit.streams') : feature

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Frame>
      <Page title={title} width="stranger">
        <Stack spacing={3} sx={{ maxWidth: 600 }}>
          {children}
        </Stack>
      </Page>
    </Frame>
  )
}

const Address = styled('div')(({ theme }) => ({
  ...theme.typography.mono,
  marginBlock: theme.spacing(1),
  overflowWrap: 'anywhere',
}))
