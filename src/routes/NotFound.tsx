import { Frame } from '../ui/Frame.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/Page.tsx'

export function NotFound() {
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
