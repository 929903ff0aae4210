import { useEffect } from 'react'
import { askForServer } from '../api/reach.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Frame } from '../ui/Frame.tsx'
import { Page } from '../ui/Page.tsx'

export function NotFound() {
  useEffect(() => void askForServer(), [])
  return (
    <Frame>
      <Page title="404 Not Found" width="narrow" subtitle="There is no page at this address.">
        <ButtonLink to="/" variant="contained">
          Go Home
        </ButtonLink>
      </Page>
    </Frame>
  )
}
