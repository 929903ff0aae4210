import { DownloadWorker } from '../downloadWorker.ts'
import type { DownloadSink } from './downloadSink.ts'

/** Every entry of an archive becomes a file below a folder that the person has picked. */
export const folderDownloadSink =
  (directory: FileSystemDirectoryHandle): DownloadSink =>
  (download, hear) => {
    const worker = new DownloadWorker(download, { kind: 'folder', directory }, hear)
    return Promise.resolve({
      open: () => worker.open(),
      show: () => undefined,
      handOver: () => Promise.resolve(),
      resume: () => worker.resume(),
      // A file that is begun is empty in the folder until it is whole.
      leave: () => void worker.tidyAndLeave(),
    })
  }
