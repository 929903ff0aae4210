import { DownloadWorker } from '../downloadWorker.ts'
import type { DownloadSink } from './downloadSink.ts'

export const folderDownloadSink =
  (directory: FileSystemDirectoryHandle): DownloadSink =>
  (download, onEvent) => {
    const worker = new DownloadWorker(download, { kind: 'folder', directory }, onEvent)
    return Promise.resolve({
      open: () => worker.open(),
      show: () => undefined,
      handOver: () => Promise.resolve(undefined),
      resume: () => worker.resume(),
      // The browser leaves an empty file in the folder until the whole file is written.
      leave: () => void worker.cleanUpAndLeave(),
    })
  }
