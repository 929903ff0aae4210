import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { errorMessage } from '../api/errorCatalogue.ts'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/Page.tsx'

/** How the browsers call a part of the application that did not arrive. */
const chunkMissing = /dynamically imported module|module script failed/i

/** A page that broke, inside the frame that did not. */
export function RouteFailure({ error }: ErrorComponentProps) {
  const message = chunkMissing.test(errorMessage(error))
    ? 'A part of the application could not be loaded. Check your connection, then try again.'
    : errorMessage(error)
  return (
    <Page title="This page could not be shown" width="narrow">
      <Banner severity="error">{message}</Banner>
      <Stack direction="row" sx={{ gap: 1, mt: 3, flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <ButtonLink to="/" variant="outlined">
          Go Home
        </ButtonLink>
      </Stack>
    </Page>
  )
}
