import { DownloadPage } from '../features/download/DownloadPage.tsx'

/** The page reads its address itself: what stands behind the '#' is for one module alone. */
export function DownloadRoute() {
  return <DownloadPage />
}
