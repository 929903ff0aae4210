import { privateFolder } from '../../protocol/downloadJobs.ts'
import { spareBytes } from './capacity.ts'
import { type Road, saveBlob, startOpening } from './road.ts'

/** As long as the browser may take to copy a file of any size to where the person wants it. */
const keptMinutes = 10

/**
 * The origin-private file system: a worker writes the file there, the browser saves it from there. Costs room for two
 * copies for a while; the first is removed after some minutes, or by the next download when the page was left.
 */
export const privateFileRoad: Road = async ({ id, filename, bytes }, fail) => {
  const folder = await openFolder(bytes).catch(() => null)
  if (!folder) return null
  const unlock = await holdLock(id)
  await removeLeftovers(folder).catch(() => undefined)
  const worker = startOpening({ kind: 'private-file' }, fail)
  const remove = () =>
    void folder
      .removeEntry(id)
      .catch(() => undefined)
      .finally(unlock)
  let removeOnClose = true
  return {
    ...worker,
    async finish() {
      const handle = await folder.getFileHandle(id)
      saveBlob(await handle.getFile(), filename)
      removeOnClose = false
      setTimeout(remove, keptMinutes * 60_000)
    },
    close() {
      worker.close()
      if (removeOnClose) remove()
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

const lockName = (id: string) => `${privateFolder}-${id}`

/** Held while the file is wanted, and for no longer than the page lives. */
function holdLock(id: string): Promise<() => void> {
  return new Promise((resolve) => {
    void navigator.locks.request(lockName(id), () => new Promise<void>((release) => resolve(release)))
  })
}

async function removeLeftovers(folder: FileSystemDirectoryHandle): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  const wanted = new Set(held.map(({ name }) => name))
  for await (const id of folder.keys()) {
    if (!wanted.has(lockName(id))) await folder.removeEntry(id).catch(() => undefined)
  }
}
