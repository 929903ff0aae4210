import Stack from '@mui/material/Stack'
import { type ReactNode, Suspense } from 'react'
import type { User } from '../../../contract/schemas/auth.ts'
import type { SignInOutcome } from '../../../contract/signInOutcomes.ts'
import { useUser } from '../../session/session.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { DashboardBreadcrumb } from '../../ui/page/DashboardBreadcrumb.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Disclosure } from '../../ui/page/Disclosure.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { lazyExport } from '../../ui/lazy/lazyExport.ts'
import { ChangePasswordForm } from './signIn/ChangePasswordForm.tsx'
import { Subsections } from './common/Subsection.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { KeySections } from './keyPair/KeySections.tsx'
import { PeopleSection } from './people/PeopleSection.tsx'
import { ProfileInformation } from './information/ProfileInformation.tsx'
import { type ProfilePageName, pageNamed } from './profilePages.ts'
import { pageTitle, ProfileNavigation } from './ProfileNavigation.tsx'
import { TwoFactorSection } from './signIn/TwoFactorSection.tsx'
import { UnlockOnceOption } from './signIn/UnlockOnceOption.tsx'

// Loaded on demand: only operators, users without a password, or few others need them.
const ServerCheckSection = lazyExport(
  () => import('./serverCheck/ServerCheckSection.tsx'),
  'ServerCheckSection',
)
const AppearanceSection = lazyExport(() => import('./appearance/AppearanceSection.tsx'), 'AppearanceSection')
const OperatorRulesSection = lazyExport(
  () => import('./rules/OperatorRulesSection.tsx'),
  'OperatorRulesSection',
)
const SetKeyPassword = lazyExport(() => import('./keyPair/SetKeyPassword.tsx'), 'SetKeyPassword')
const PasskeySection = lazyExport(() => import('./passkeys/PasskeySection.tsx'), 'PasskeySection')
const SingleSignOnSection = lazyExport(
  () => import('./signIn/SingleSignOnSection.tsx'),
  'SingleSignOnSection',
)
const ProofList = lazyExport(() => import('../../ui/values/ProofList.tsx'), 'ProofList')
const ApiTokensSection = lazyExport(() => import('./apiTokens/ApiTokensSection.tsx'), 'ApiTokensSection')

interface ProfilePageProps {
  name: string
  activity: ReactNode
  outcome?: SignInOutcome | null
}

/**
 * The account's own data and keys, and, for operators, the server's. `profilePages` has the pages and the anchors of
 * their sections; a folder has what one section needs, `keyPair` what makes and opens a pair, and `common` what sections
 * share. The dashboard has `MakeFirstKeyPair` of it.
 */
export function ProfilePage({ name, ...rest }: ProfilePageProps) {
  const user = useUser()
  const page = user && pageNamed(name, user)
  return (
    <Page
      title={t('profile.title')}
      tabStatus={page && pageTitle(page)}
      width="form"
      back={<DashboardBreadcrumb />}
      subtitle={user && rich('profile.signedInAs', { username: user.username })}
    >
      {user && page ? (
        <>
          <ProfileNavigation user={user} current={page} />
          <Stack spacing={3} key={page}>
            <Suspense fallback={null}>{pageContents[page]({ user, ...rest })}</Suspense>
          </Stack>
        </>
      ) : (
        <Banner severity="error">{t('profile.unavailable')}</Banner>
      )}
    </Page>
  )
}

type ContentProps = Omit<ProfilePageProps, 'name'> & { user: User }

const pageContents: Record<ProfilePageName, (content: ContentProps) => ReactNode> = {
  account: ({ user, activity }) => (
    <>
      <ProfileInformation user={user} />
      {activity}
    </>
  ),
  security: (content) => <SecurityPage {...content} />,
  people: ({ user }) => <PeopleSection username={user.username} />,
  devices: ({ user }) => <DeviceSection user={user} />,
  api: ({ user }) => <ApiTokensSection username={user.username} />,
  server: () => (
    <>
      <AppearanceSection />
      <OperatorRulesSection />
      <ServerCheckSection />
    </>
  ),
}

function SecurityPage({ user, outcome = null }: ContentProps) {
  const { username } = user
  const hasPassword = user.password_kind !== 'none'
  const hasKey = user.key_pair === 'complete' || user.key_pair === 'renewing'
  return (
    <>
      <Section title={t('profile.signingIn')}>
        <Subsections>
          {hasPassword ? (
            <>
              <ChangePasswordForm username={username} />
              <UnlockOnceOption />
            </>
          ) : (
            <Suspense fallback={null}>
              <SetKeyPassword username={username} />
            </Suspense>
          )}
          <TwoFactorSection user={user} />
          {hasPassword && hasKey && (
            <Suspense fallback={null}>
              <PasskeySection user={user} />
            </Suspense>
          )}
          <Suspense fallback={null}>
            <SingleSignOnSection username={username} hasPassword={hasPassword} outcome={outcome} />
          </Suspense>
        </Subsections>
      </Section>
      {hasPassword ? (
        <KeySections username={username} />
      ) : (
        <Section id="encryption-key" title={t('keys.title')} intro={t('keys.passwordFirst')} />
      )}
      <section id="proof">
        <Disclosure summary={t('proof.title')}>
          <Suspense fallback={null}>
            <ProofList reader="account" />
          </Suspense>
        </Disclosure>
      </section>
    </>
  )
}
