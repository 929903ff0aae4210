import Typography from '@mui/material/Typography'
import { Frame } from '../ui/Frame.tsx'
import { Page } from '../ui/Page.tsx'

/** Browsers offer encryption only on secure origins. */
export function InsecureOrigin() {
  return (
    <Frame>
      <Page title="This page needs https" width="stranger">
        <Typography sx={{ mb: 2 }}>
          Sealpost encrypts and decrypts in your browser, and browsers allow that only on pages that arrive
          over https. This one came over plain http, so nothing can be sent or opened safely here.
        </Typography>
        <Typography>
          Please open the same address with https:// in front. If that does not work, tell whoever runs this
          server: it needs a certificate, for instance from a reverse proxy that gets one by itself, and its
          public https address in the setting PUBLIC_URL.
        </Typography>
      </Page>
    </Frame>
  )
}
