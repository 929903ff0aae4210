import {
  copyingMs,
  privateFileLock,
  privateFolder,
  sweepPrivateFiles,
} from '../../../workers/protocol/leftovers.ts'
import { spareBytes } from '../capacity.ts'
import { Opener } from '../openThread.ts'
import { type Road, saveBlob } from './road.ts'

/**
 * The origin-private file system: a worker writes the file there, the browser saves it from there. Costs room for two
 * copies for a while; the first is removed after some minutes, by a later page when this one was left.
 */
export const privateFileRoad: Road = async (freight, hear) => {
  const { id, filename, bytes } = freight
  const folder = await openFolder(bytes).catch(() => null)
  if (!folder) return null
  const unlock = await holdLock(id).catch(() => null)
  if (!unlock) return null
  // What others left is no reason not to save this one.
  await sweepPrivateFiles().catch(() => undefined)
  const opener = new Opener(freight, { kind: 'private-file', name: id }, hear)
  // A file that stays is removed by a later page.
  const remove = () =>
    void folder
      .removeEntry(id)
      .catch(() => undefined)
      .finally(unlock)
  let removesOnLeave = true
  return {
    open: () => opener.open(),
    show: () => undefined,
    async handOver() {
      const handle = await folder.getFileHandle(id)
      saveBlob(await handle.getFile(), filename)
      removesOnLeave = false
      setTimeout(remove, copyingMs)
    },
    goOn: () => opener.goOn(),
    leave() {
      opener.leave()
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
