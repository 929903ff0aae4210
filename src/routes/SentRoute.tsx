import { SentPage } from '../features/share/SentPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'

export function SentRoute() {
  useLanguage()
  return <SentPage />
}
