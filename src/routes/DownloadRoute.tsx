import { DownloadPage } from '../features/download/DownloadPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'

export { moveKeysToFragment } from '../features/download/linkAddress.ts'

/** The page reads its address itself: only one module sees the fragment. */
export function DownloadRoute() {
  useLanguage()
  return <DownloadPage />
}
