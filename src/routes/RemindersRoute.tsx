import { useParams } from '@tanstack/react-router'
import { SwitchOffRemindersPage } from '../features/reminders/SwitchOffRemindersPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'

export function RemindersRoute() {
  useLanguage()
  const { token } = useParams({ from: '/public/reminders/$token' })
  return <SwitchOffRemindersPage token={token} />
}
