import { Activity } from '../features/history/HistoryPanel.tsx'
import { ProfilePage } from '../features/profile/ProfilePage.tsx'

export function ProfileRoute() {
  return <ProfilePage activity={<Activity />} />
}
