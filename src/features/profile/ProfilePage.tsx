import Stack from '@mui/material/Stack'
import { type ReactNode, Suspense } from 'react'
import type { User } from '../../../contract/schemas/auth.ts'
import type { SignInOutcome } from '../../../contract/signInOutcomes.ts'
import { useUser } from '../../session/session.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DashboardBreadcrumb } from '../../ui/DashboardBreadcrumb.tsx'
import { Page } from '../../ui/Page.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Section } from '../../ui/Section.tsx'
import { lazyExport } from '../../ui/lazyExport.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { KeySection } from './KeySection.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import { ProfileInformation } from './ProfileInformation.tsx'
import { type ProfilePageName, pageNamed } from './profilePages.ts'
import { pageTitle, ProfileNavigation } from './ProfileNavigation.tsx'
import { TwoFactor } from './TwoFactor.tsx'

// Loaded on demand: only operators, users without a password, or few others need them.
const ServerCheck = lazyExport(() => import('./serverCheck/ServerCheck.tsx'), 'ServerCheck')
const Appearance = lazyExport(() => import('./appearance/Appearance.tsx'), 'Appearance')
const OperatorRules = lazyExport(() => import('./rules/OperatorRules.tsx'), 'OperatorRules')
const SetKeyPassword = lazyExport(() => import('./SetKeyPassword.tsx'), 'SetKeyPassword')
const SingleSignOn = lazyExport(() => import('./SingleSignOn.tsx'), 'SingleSignOn')
const ProofList = lazyExport(() => import('../../ui/ProofList.tsx'), 'ProofList')
const ApiTokens = lazyExport(() => import('./ApiTokens.tsx'), 'ApiTokens')

interface ProfilePageProps {
  name: string
  activity: ReactNode
  outcome?: SignInOutcome | null
}

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
            <Suspense fallback={null}>{contents[page]({ user, ...rest })}</Suspense>
          </Stack>
        </>
      ) : (
        <Banner severity="error">{t('profile.unavailable')}</Banner>
      )}
    </Page>
  )
}

type Content = Omit<ProfilePageProps, 'name'> & { user: User }

const contents: Record<ProfilePageName, (content: Content) => ReactNode> = {
  account: ({ user, activity }) => (
    <>
      <ProfileInformation user={user} />
      {activity}
    </>
  ),
  security: (content) => <Security {...content} />,
  devices: ({ user }) => <DeviceSection user={user} />,
  api: ({ user }) => <ApiTokens username={user.username} />,
  server: () => (
    <>
      <Appearance />
      <OperatorRules />
      <ServerCheck />
    </>
  ),
}

function Security({ user, outcome = null }: Content) {
  const { username } = user
  const hasPassword = user.password_kind !== 'none'
  return (
    <>
      {hasPassword ? (
        <ChangePassword username={username} />
      ) : (
        <Suspense fallback={null}>
          <SetKeyPassword username={username} />
        </Suspense>
      )}
      <TwoFactor user={user} />
      {hasPassword ? (
        <KeySection username={username} />
      ) : (
        <Section id="encryption-key" title={t('keys.title')} intro={t('keys.passwordFirst')} />
      )}
      <PeopleSection username={username} />
      <Suspense fallback={null}>
        <SingleSignOn username={username} hasPassword={hasPassword} outcome={outcome} />
      </Suspense>
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
