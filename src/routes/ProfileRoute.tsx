import { ProfilePage } from '../features/profile/ProfilePage.tsx'

export function ProfileRoute() {
  return <ProfilePage />
}
