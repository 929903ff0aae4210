import { DownloadPanels } from './download/DownloadPanels.tsx'

/** Progress of downloads of any folder, on pages of no folder. */
export const RunningDownloads = () => <DownloadPanels folderId={null} />
