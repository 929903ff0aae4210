import { DownloadWorker } from '../downloadWorker.ts'
import { createOpenedSink, type DownloadSink } from './downloadSink.ts'

/** Saves the files of a download into a folder that the person has picked. */
export const folderSink =
  (directory: FileSystemDirectoryHandle): DownloadSink =>
  (download, onEvent) => {
    const downloadWorker = new DownloadWorker(download, { kind: 'folder', directory }, onEvent)
    // The browser leaves an empty file in the folder until the whole file is written.
    return Promise.resolve(
      createOpenedSink(downloadWorker, { leave: () => void downloadWorker.cleanUpAndClose() }),
    )
  }
