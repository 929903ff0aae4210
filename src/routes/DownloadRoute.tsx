import { DownloadPage } from '../features/download/DownloadPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'

/** The page reads its address itself: what stands behind the '#' is for one module alone. */
export function DownloadRoute() {
  useLanguage()
  return <DownloadPage />
}
