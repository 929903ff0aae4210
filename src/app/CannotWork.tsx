import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Frame } from '../ui/Frame.tsx'
import { Page } from '../ui/Page.tsx'
import { oldestBrowsers } from './abilities.ts'

/** Why the application cannot work here, and what to do about it. Said before anybody waits. */
export function CannotWork({ missing }: { missing: readonly string[] }) {
  return window.isSecureContext ? <OldBrowser missing={missing} /> : <InsecureOrigin />
}

/** Browsers offer encryption only on secure origins. */
function InsecureOrigin() {
  const { host, pathname } = window.location
  return (
    <Notice title="This page needs https">
      <Typography>
        Sealpost encrypts and decrypts in your browser, and browsers allow that only on pages that arrive over
        https. This one came over plain http, so nothing can be sent or opened safely here.
      </Typography>
      <div>
        <Typography variant="h2" gutterBottom>
          If somebody gave you this link
        </Typography>
        <Typography>Open the same address with https:// in front:</Typography>
        {/* Neither query nor fragment: what stands there is not shown. */}
        <Address>{`https://${host.replace(/:\d+$/, '')}${shownPath(pathname)}`}</Address>
        <Typography>If that does not work, tell whoever runs this server.</Typography>
      </div>
      <div>
        <Typography variant="h2" gutterBottom>
          If you run this server
        </Typography>
        <Typography>
          It needs a certificate, for instance from a reverse proxy such as Caddy that gets one by itself, and
          its public https address in the setting PUBLIC_URL. On the machine it runs on, http://localhost
          works as it is.
        </Typography>
      </div>
    </Notice>
  )
}

/** A download link's tail may hold keys, where a mail program has written '%23' for the '#'. */
const shownPath = (path: string) => path.replace(/(?:%23|#).*/i, '')

function OldBrowser({ missing }: { missing: readonly string[] }) {
  return (
    <Notice title="This browser cannot run Sealpost">
      <Typography>
        Sealpost encrypts and decrypts in your browser, and this one lacks what that takes. Nothing has been
        sent, and nothing is lost.
      </Typography>
      <div>
        <Typography variant="h2" gutterBottom>
          What you can do
        </Typography>
        <Typography>
          Open the same address in a current browser. The oldest that work are {oldestBrowsers}. If yours is
          as new as that, a setting or an extension may have switched something off.
        </Typography>
      </div>
      <Typography variant="body2" color="textSecondary">
        Missing here: {missing.join(', ')}.
      </Typography>
    </Notice>
  )
}

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
