import type { Bytes } from '../src/crypto/index.ts'
import { partsFolder, sweepParts } from '../src/protocol/leftovers.ts'
import { type Payload, wantsBlobs } from './httpSend.ts'
import { letGo } from './letGo.ts'
import { holdLock } from './signOfLife.ts'
import { SpareMemory } from '../src/transfer/spareMemory.ts'

/**
 * [Note: Where sealed parts wait]
 * In memory, a buffer a part, never more than the parts on their way. While some are, buffers of those that have arrived
 * serve the next ones, because fresh memory costs as much as filling it.
 *
 * Where bodies have to be Blobs (see `httpSend`), parts that are put together wait in the origin-private file system. A
 * Blob made in memory is kept by the browser until the last handle to it has been collected, and nothing makes that
 * happen in time: a gigabyte sent in parts left a gigabyte behind. A file can be removed when its part is on the server.
 * Only ciphertext is written. Where there is no such file system, or no room in it, the part is a Blob in memory after
 * all.
 *
 * Each worker has a folder of its own and holds a lock of the same name; folders whose lock nobody holds belong to pages
 * that are gone, and are removed by the next page of any kind (src/protocol/leftovers.ts).
 */
export interface StoredPart {
  body: Payload
  drop: () => void
}

/** There in workers only, and so missing in the types of pages, which see this file by type. */
interface WorkerFileHandle {
  createSyncAccessHandle(): Promise<{
    write(bytes: Bytes, options: { at: number }): number
    close(): void
  }>
}

let folder: Promise<FileSystemDirectoryHandle | null> | undefined

const memory = new SpareMemory()

/** What a part is put together in. */
export class PartMemory {
  readonly #bytes: Bytes

  /** @param size of the whole part, in bytes */
  constructor(size: number) {
    this.#bytes = new Uint8Array(memory.take(size), 0, size)
  }

  /** Copies a piece to where it belongs. */
  put(piece: Bytes, at: number): void {
    this.#bytes.set(piece, at)
  }

  /** The same, and frees the piece's own memory: pieces that waited for each other would all need fresh memory. */
  take(piece: Bytes, at: number): void {
    this.put(piece, at)
    letGo(piece)
  }

  /**
   * Once it is all there. Nothing may be put into it any more.
   * @param size in bytes, where it is less than there was room for
   */
  async store(size = this.#bytes.length): Promise<StoredPart> {
    const bytes = this.#bytes.subarray(0, size)
    if (!wantsBlobs()) return { body: bytes, drop: () => this.drop() }
    try {
      folder ??= openFolder().catch(() => null)
      const directory = await folder
      const stored = directory && (await writeFile(directory, bytes).catch(() => null))
      return stored ?? { body: new Blob([bytes]), drop: () => undefined }
    } finally {
      this.drop()
    }
  }

  /** Instead of `store`. Nothing may be put into it any more: it serves other parts. */
  drop(): void {
    memory.give(this.#bytes.buffer)
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

async function writeFile(directory: FileSystemDirectoryHandle, bytes: Bytes): Promise<StoredPart> {
  const name = crypto.randomUUID()
  const remove = () => void directory.removeEntry(name).catch(() => undefined)
  const handle = await directory.getFileHandle(name, { create: true })
  try {
    const file = await (handle as unknown as WorkerFileHandle).createSyncAccessHandle()
    try {
      // A short write means that there is no room.
      if (file.write(bytes, { at: 0 }) !== bytes.length) throw new Error('short write')
    } finally {
      file.close()
    }
    return { body: await handle.getFile(), drop: remove }
  } catch (error) {
    remove()
    throw error
  }
}
