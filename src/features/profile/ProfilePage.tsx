import Stack from '@mui/material/Stack'
import { lazy, type ReactNode, Suspense } from 'react'
import { useUser } from '../../session/session.ts'
import { keyTexts } from '../../texts/keys.ts'
import { Banner } from '../../ui/Banner.tsx'
import { backToDashboard } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { KeySection } from './KeySection.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { ProfileInformation } from './ProfileInformation.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/** One person has it. */
const ServerCheck = lazy(() =>
  import('./serverCheck/ServerCheck.tsx').then((module) => ({ default: module.ServerCheck })),
)
/** Few use it, and it is far down the page. */
const ApiTokens = lazy(() => import('./ApiTokens.tsx').then((module) => ({ default: module.ApiTokens })))

/** @param activity the section with what happened, of another feature */
export function ProfilePage({ activity }: { activity: ReactNode }) {
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
          <PeopleSection username={user.username} />
          <DeviceSection reader={user} />
          <Suspense fallback={null}>
            <ApiTokens username={user.username} />
          </Suspense>
          {user.is_operator && (
            <Suspense fallback={null}>
              <ServerCheck />
            </Suspense>
          )}
          {activity}
        </Stack>
      ) : (
        <Banner severity="error">{keyTexts.profileUnavailable}</Banner>
      )}
    </Page>
  )
}
