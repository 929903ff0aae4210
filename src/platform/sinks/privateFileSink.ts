import {
  copyTimeoutMs,
  privateFileLock,
  openedFilesFolder,
  sweepPrivateFiles,
} from '../../../workers/protocol/leftovers.ts'
import { reservedQuotaBytes } from '../savingCapacity.ts'
import { DownloadWorker } from '../downloadWorker.ts'
import { saveBlob } from '../saveBlob.ts'
import { blobReadMs, type DownloadSink } from './downloadSink.ts'

/**
 * The origin-private file system: a worker writes a file there, and the browser saves a copy, so the disk
 * needs space for two. The first is removed after some minutes, or by a later page.
 */
export const privateFileSink: DownloadSink = async (download, onEvent) => {
  const opened = await openPrivateFile(download, onEvent)
  if (!opened) return null
  const { worker, getFile, remove, discard } = opened
  let removesOnLeave = true
  return {
    open: () => worker.open(),
    show: () => undefined,
    async handOver() {
      saveBlob(await getFile(), download.filename, blobReadMs)
      removesOnLeave = false
      setTimeout(remove, copyTimeoutMs)
    },
    resume: () => worker.resume(),
    leave() {
      if (removesOnLeave) discard()
      else worker.leave()
    },
  }
}

/** Opens a download into a temporary file on the disk. Null if the browser or the quota does not allow it. */
export async function openPrivateFile(...[download, onEvent]: Parameters<DownloadSink>) {
  const { id, bytes } = download
  const folder = await openPrivateFolder(bytes).catch(() => null)
  if (!folder) return null
  const unlock = await lockPrivateFile(id).catch(() => null)
  if (!unlock) return null
  // Leftovers must not prevent this download.
  await sweepPrivateFiles().catch(() => undefined)
  const worker = new DownloadWorker(download, { kind: 'private-file', name: id }, onEvent)
  // A later page removes what remains.
  const remove = () =>
    void folder
      .removeEntry(id)
      .catch(() => undefined)
      .finally(unlock)
  // Not before the worker has closed the file: until then the browser does not remove it.
  const discard = () => void worker.cleanUpAndLeave().then(remove)
  const getFile = async () => (await folder.getFileHandle(id)).getFile()
  return { worker, getFile, remove, discard }
}

/** Null if the quota is too small. @throws if there is no such file system */
async function openPrivateFolder(bytes: number): Promise<FileSystemDirectoryHandle | null> {
  // TypeScript's types assume the whole API.
  const handle = (globalThis as { FileSystemFileHandle?: { prototype: object } }).FileSystemFileHandle
  const root = await navigator.storage.getDirectory()
  if (!handle) return null
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < bytes + reservedQuotaBytes) return null
  return root.getDirectoryHandle(openedFilesFolder, { create: true })
}

/** Held while the file is needed, at most as long as the page lives. @throws if there are no locks */
function lockPrivateFile(id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(privateFileLock(id), () => new Promise<void>((release) => resolve(release)))
      .catch(reject)
  })
}
