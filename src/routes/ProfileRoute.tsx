import { Activity } from '../features/history/HistoryPanel.tsx'
import { ProfilePage } from '../features/profile/ProfilePage.tsx'

export function ProfileRoute() {
  return <ProfilePage activity={<Activity />} />
import { useSearch } from '@tanstack/react-router'
import { isSignInOutcome } from '../../contract/signInOutcomes.ts'
  const { sso } = useSearch({ from: '/admin/profile' })
  return <ProfilePage outcome={isSignInOutcome(sso) ? sso : null} />
}
