import Stack from '@mui/material/Stack'
import { lazy, type ReactNode, Suspense } from 'react'
import type { SignInOutcome } from '../../../contract/signInOutcomes.ts'
import { useUser } from '../../session/session.ts'
import { keyTexts } from '../../texts/keys.ts'
import { Banner } from '../../ui/Banner.tsx'
import { backToDashboard } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'
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
/** For who signs in by a provider, before they have a password. */
const SetKeyPassword = lazy(() =>
  import('./SetKeyPassword.tsx').then((module) => ({ default: module.SetKeyPassword })),
)
/** Few use them, and they are far down the page. */
const SingleSignOn = lazy(() =>
  import('./SingleSignOn.tsx').then((module) => ({ default: module.SingleSignOn })),
)
const ApiTokens = lazy(() => import('./ApiTokens.tsx').then((module) => ({ default: module.ApiTokens })))

interface ProfilePageProps {
  /** The section with what happened, of another feature. */
  activity: ReactNode
  /** How a link has ended that was begun here. */
  outcome?: SignInOutcome | null
}

export function ProfilePage({ activity, outcome = null }: ProfilePageProps) {
  const user = useUser()
  const hasPassword = user?.password_kind !== 'none'
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
          {!hasPassword && (
            <Suspense fallback={null}>
              <SetKeyPassword username={user.username} />
            </Suspense>
          )}
          <ProfileInformation user={user} />
          {hasPassword && <ChangePassword username={user.username} />}
          <TwoFactor user={user} />
          {hasPassword ? (
            <KeySection username={user.username} />
          ) : (
            <Section
              id="encryption-key"
              title="End-to-End Encryption Key"
              intro="Set a key password first, above: it seals your private key."
            />
          )}
          <PeopleSection username={user.username} />
          <DeviceSection reader={user} />
          <Suspense fallback={null}>
            <SingleSignOn username={user.username} hasPassword={hasPassword} outcome={outcome} />
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
