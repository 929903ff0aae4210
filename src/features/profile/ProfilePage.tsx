import Stack from '@mui/material/Stack'
import { type ReactNode, Suspense } from 'react'
import type { SignInOutcome } from '../../../contract/signInOutcomes.ts'
import { useUser } from '../../session/session.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { BackToDashboard } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { KeySection } from './KeySection.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { ProfileInformation } from './ProfileInformation.tsx'
import { ProfileSections } from './ProfileSections.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/** Loaded on demand: only the operator needs it. */
const ServerCheck = lazyPart(() => import('./serverCheck/ServerCheck.tsx'), 'ServerCheck')
const Appearance = lazyPart(() => import('./appearance/Appearance.tsx'), 'Appearance')
const OperatorRules = lazyPart(() => import('./rules/OperatorRules.tsx'), 'OperatorRules')
/** Loaded on demand, for users who sign in by a provider and have no password yet. */
const SetKeyPassword = lazyPart(() => import('./SetKeyPassword.tsx'), 'SetKeyPassword')
/** Loaded on demand, since few users need it and it is far down the page. */
const SingleSignOn = lazyPart(() => import('./SingleSignOn.tsx'), 'SingleSignOn')
const ProofList = lazyPart(() => import('../../ui/ProofList.tsx'), 'ProofList')
const ApiTokens = lazyPart(() => import('./ApiTokens.tsx'), 'ApiTokens')

interface ProfilePageProps {
  /** The activity section, rendered by another feature. */
  activity: ReactNode
  /** Outcome of linking the account to a provider. */
  outcome?: SignInOutcome | null
}

export function ProfilePage({ activity, outcome = null }: ProfilePageProps) {
  const user = useUser()
  const hasPassword = user?.password_kind !== 'none'
  return (
    <Page
      title={t('profile.title')}
      width="form"
      back={<BackToDashboard />}
      subtitle={user && rich('profile.signedInAs', { username: user.username })}
    >
      {user ? (
        <>
          <ProfileSections user={user} />
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
              <Section id="encryption-key" title={t('keys.title')} intro={t('keys.passwordFirst')} />
            )}
            <PeopleSection username={user.username} />
            <DeviceSection reader={user} />
            <Suspense fallback={null}>
              <SingleSignOn username={user.username} hasPassword={hasPassword} outcome={outcome} />
              <ApiTokens username={user.username} />
            </Suspense>
            {user.is_operator && (
              <Suspense fallback={null}>
                <Appearance />
                <OperatorRules />
                <ServerCheck />
              </Suspense>
            )}
            {activity}
            <Section id="proof" title={t('proof.title')}>
              <Suspense fallback={null}>
                <ProofList reader="account" />
              </Suspense>
            </Section>
          </Stack>
        </>
      ) : (
        <Banner severity="error">{t('profile.unavailable')}</Banner>
      )}
    </Page>
  )
}
