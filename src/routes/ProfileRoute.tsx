import { useParams, useSearch } from '@tanstack/react-router'
import { isSignInOutcome } from '../../contract/signInOutcomes.ts'
import { AccountHistory } from '../features/history/HistorySections.tsx'
import { ProfilePage } from '../features/profile/ProfilePage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'

export function ProfileRoute() {
  useLanguage()
  const { page } = useParams({ from: '/admin/profile/$page' })
  const { sso } = useSearch({ from: '/admin/profile/$page' })
  return <ProfilePage name={page} activity={<AccountHistory />} outcome={isSignInOutcome(sso) ? sso : null} />
}
