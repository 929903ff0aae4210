import { partsFolder, sweepParts } from './protocol/leftovers.ts'
import type { Bytes } from '../core/ports.ts'
import { holdLock } from './signOfLife.ts'

/** There in workers only, and so missing in the types of tests. */
interface WorkerFileHandle {
  createSyncAccessHandle(): Promise<{
    write(bytes: Bytes, options: { at: number }): number
    close(): void
  }>
}

const isWorkerHandle = (handle: object): handle is WorkerFileHandle => 'createSyncAccessHandle' in handle

export interface PrivatePart {
  readonly file: File
  remove(): void
}

/**
 * [Note: Where Blobs wait]
 * Where bodies have to be Blobs (see bodies.ts), those that are put together wait in the origin-private file system. A
 * Blob made in memory is kept by the browser until the last handle to it has been collected, and nothing makes that
 * happen in time: a gigabyte sent in parts left a gigabyte behind. A file can be removed when its part is on the server.
 * Only ciphertext is written.
 *
 * Each worker has a folder of its own and holds a lock of the same name; folders whose lock nobody holds belong to pages
 * that are gone, and are removed by the next page of any kind (workers/protocol/leftovers.ts).
 */
export class PrivateParts {
  #folder: Promise<FileSystemDirectoryHandle> | undefined

  /** @returns null where there is no such file system, or no room in it */
  async write(bytes: Bytes): Promise<PrivatePart | null> {
    try {
      this.#folder ??= openFolder()
      return await writeFile(await this.#folder, bytes)
    } catch {
      return null
    }
  }
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const storage = await navigator.storage.getDirectory()
  const root = await storage.getDirectoryHandle(partsFolder, { create: true })
  const name = `${partsFolder}-${crypto.randomUUID()}`
  await holdLock(name)
  await sweepParts()
  return root.getDirectoryHandle(name, { create: true })
}

async function writeFile(directory: FileSystemDirectoryHandle, bytes: Bytes): Promise<PrivatePart> {
  const name = crypto.randomUUID()
  // What stays is removed by the next page.
  const remove = () => void directory.removeEntry(name).catch(() => undefined)
  const handle = await directory.getFileHandle(name, { create: true })
  try {
    if (!isWorkerHandle(handle)) throw new Error('not in a worker')
    const file = await handle.createSyncAccessHandle()
    try {
      // A short write means that there is no room.
      if (file.write(bytes, { at: 0 }) !== bytes.length) throw new Error('short write')
    } finally {
      file.close()
    }
    return { file: await handle.getFile(), remove }
  } catch (error) {
    remove()
    throw error
  }
}
