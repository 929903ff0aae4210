import {
  copyingMs,
  privateFileLock,
  privateFolder,
  sweepPrivateFiles,
} from '../../../workers/protocol/leftovers.ts'
import { spareBytes } from '../capacity.ts'
import { DownloadWorker } from '../downloadWorker.ts'
import { type DownloadSink, saveBlob } from './downloadSink.ts'

/**
 * The origin-private file system: a worker writes the file there, the browser saves it from there. Costs room for two
 * copies for a while; the first is removed after some minutes, by a later page when this one was left.
 */
export const privateFileSink: DownloadSink = async (download, hear) => {
  const { id, filename, bytes } = download
  const folder = await openFolder(bytes).catch(() => null)
  if (!folder) return null
  const unlock = await holdLock(id).catch(() => null)
  if (!unlock) return null
  // What others left is no reason not to save this one.
  await sweepPrivateFiles().catch(() => undefined)
  const worker = new DownloadWorker(download, { kind: 'private-file', name: id }, hear)
  // A file that stays is removed by a later page.
  const remove = () =>
    void folder
      .removeEntry(id)
      .catch(() => undefined)
      .finally(unlock)
  let removesOnLeave = true
  return {
    open: () => worker.open(),
    show: () => undefined,
    async handOver() {
      const handle = await folder.getFileHandle(id)
      saveBlob(await handle.getFile(), filename)
      removesOnLeave = false
      setTimeout(remove, copyingMs)
    },
    resume: () => worker.resume(),
    leave() {
      worker.leave()
      if (removesOnLeave) remove()
    },
  }
}

/** Null when there is not enough room. @throws where there is no such file system */
async function openFolder(bytes: number): Promise<FileSystemDirectoryHandle | null> {
  // The types know browsers that have all of it.
  const handle = (globalThis as { FileSystemFileHandle?: { prototype: object } }).FileSystemFileHandle
  const root = await navigator.storage.getDirectory()
  if (!handle) return null
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < bytes + spareBytes) return null
  return root.getDirectoryHandle(privateFolder, { create: true })
}

/** Held while the file is wanted, and for no longer than the page lives. @throws where there are no locks */
function holdLock(id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(privateFileLock(id), () => new Promise<void>((release) => resolve(release)))
      .catch(reject)
  })
}
