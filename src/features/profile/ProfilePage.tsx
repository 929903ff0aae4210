import { useUser } from '../../session/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { KeySection } from './KeySection.tsx'

export function ProfilePage() {
  const user = useUser()
  return (
    <Page
      title="My Profile & Settings"
      width="form"
      back={<TextLink to="/dashboard">← Back to Dashboard</TextLink>}
      subtitle={
        user && (
          <>
            Signed in as <strong>{user.username}</strong>
          </>
        )
      }
    >
      {user ? (
        <KeySection username={user.username} />
      ) : (
        <Banner severity="error">Profile unavailable. Please try logging in again.</Banner>
      )}
    </Page>
  )
}
