import {
  openedFilesFolder,
  privateFileLockName,
  sweepPrivateFiles,
} from '../../../workers/shared/leftovers.ts'
import { DownloadWorker } from '../downloadWorker.ts'
import { reservedQuotaBytes } from '../savingCapacity.ts'
import type { DownloadSink } from './downloadSink.ts'

/**
 * Opens a download into a temporary file of the origin-private file system.
 * @returns its worker and functions: `getFile` reads the file, `remove` deletes it, and `discard` ends the worker
 *   first; null if the browser or the quota does not allow it
 */
export async function openPrivateFile(...[download, onEvent]: Parameters<DownloadSink>) {
  const { id, bytes } = download
  const folder = await openPrivateFolder(bytes).catch(() => null)
  if (!folder) return null
  const unlock = await lockPrivateFile(id).catch(() => null)
  if (!unlock) return null
  // Leftovers must not prevent this download.
  await sweepPrivateFiles().catch(() => undefined)
  const downloadWorker = new DownloadWorker(download, { kind: 'private-file', name: id }, onEvent)
  // A later page removes what remains.
  const remove = () =>
    void folder
      .removeEntry(id)
      .catch(() => undefined)
      .finally(unlock)
  // Not before the worker has closed the file: until then the browser does not remove it.
  const discard = () => void downloadWorker.cleanUpAndClose().then(remove)
  const getFile = async () => (await folder.getFileHandle(id)).getFile()
  return { downloadWorker, getFile, remove, discard }
}

/** @returns null if the quota is too small @throws if there is no such file system */
async function openPrivateFolder(bytes: number): Promise<FileSystemDirectoryHandle | null> {
  // TypeScript's types assume the whole API.
  const { FileSystemFileHandle } = globalThis as { FileSystemFileHandle?: { prototype: object } }
  const root = await navigator.storage.getDirectory()
  if (!FileSystemFileHandle) return null
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < bytes + reservedQuotaBytes) return null
  return root.getDirectoryHandle(openedFilesFolder, { create: true })
}

/**
 * Locks a file, which is needed until the returned function is called, at most as long as the page lives.
 * @throws if there are no locks
 */
function lockPrivateFile(id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(privateFileLockName(id), () => new Promise<void>((release) => resolve(release)))
      .catch(reject)
  })
}
