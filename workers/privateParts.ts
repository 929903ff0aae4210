import { partsFolder, sweepSealedParts } from './shared/leftovers.ts'
import type { Bytes } from '../core/ports.ts'
import { isWorkerHandle } from './privateFile.ts'
import { holdLock } from './holdLock.ts'

interface PrivatePart {
  readonly file: File
  remove(): void
}

/**
 * [Note: Where Blobs wait]
 * If bodies have to be Blobs (see workerBodies.ts), they are stored in the origin-private file system: those in memory
 * are kept until collected, and a gigabyte sent in parts left a gigabyte behind. A file can be removed when its
 * part is on the server. Each worker has a folder, and holds a lock of the same name; see
 * [Note: What pages leave behind].
 */
export class PrivateParts {
  #folder: Promise<FileSystemDirectoryHandle> | undefined

  /** Stores a part. @returns null if there is no such file system, or it is full */
  async write(bytes: Bytes): Promise<PrivatePart | null> {
    try {
      this.#folder ??= openFolder()
      return await writePart(await this.#folder, bytes)
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
  await sweepSealedParts()
  return root.getDirectoryHandle(name, { create: true })
}

async function writePart(directory: FileSystemDirectoryHandle, bytes: Bytes): Promise<PrivatePart> {
  const name = crypto.randomUUID()
  // A leftover is removed by the next page.
  const remove = () => void directory.removeEntry(name).catch(() => undefined)
  const handle = await directory.getFileHandle(name, { create: true })
  try {
    if (!isWorkerHandle(handle)) throw new Error('Sealed parts can be written in workers only.')
    const file = await handle.createSyncAccessHandle()
    try {
      if (file.write(bytes, { at: 0 }) !== bytes.length) throw new Error('The disk is full.')
    } finally {
      file.close()
    }
    return { file: await handle.getFile(), remove }
  } catch (error) {
    remove()
    throw error
  }
}
