import Stack from '@mui/material/Stack'
import { useUser } from '../../session/session.ts'
import { keyTexts } from '../../texts/keys.ts'
import { Banner } from '../../ui/Banner.tsx'
import { backToDashboard } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { KeySection } from './KeySection.tsx'
import { ProfileInformation } from './ProfileInformation.tsx'
import { TwoFactor } from './TwoFactor.tsx'

export function ProfilePage() {
  const user = useUser()
  return (
    <Page
      title="My Profile & Settings"
      width="form"
      back={backToDashboard}
      subtitle={
        user && (
          <>
            Signed in as <strong>{user.username}</strong>
          </>
        )
      }
    >
      {user ? (
        <Stack spacing={3}>
          <ProfileInformation user={user} />
          <ChangePassword username={user.username} />
          <TwoFactor user={user} />
          <KeySection username={user.username} />
          <DeviceSection reader={user} />
        </Stack>
      ) : (
        <Banner severity="error">{keyTexts.profileUnavailable}</Banner>
      )}
    </Page>
  )
}
