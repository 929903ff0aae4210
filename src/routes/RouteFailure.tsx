import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { errorMessage } from '../api/errorCatalogue.ts'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/Page.tsx'

/** A page that broke, inside the frame that did not. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page could not be shown" width="narrow">
      <Banner severity="error">{errorMessage(error)}</Banner>
      <Stack direction="row" sx={{ gap: 1, mt: 3, flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={reset}>
          Try again
        </Button>
        <ButtonLink to="/" variant="outlined">
          Go Home
        </ButtonLink>
      </Stack>
    </Page>
  )
}
