import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminApi, Folder, Link, SourceFile } from '../../e2e/adminApi.ts'

/** Time that a server may take to delete the bytes of a folder; then a round fails. */
const deletionMs = 120_000
const pollIntervalMs = 200

/**
 * [Note: Nothing is left of a round]
 * Rounds on a server that still has the files of earlier ones, or still deletes them, were up to 15 % dearer. So what a
 * round stored is deleted before the next one begins, and a round waits until the bytes are gone from the disk. What a
 * scenario stored to be downloaded in all of its rounds is deleted when the scenario ends.
 */
export class StoredData {
  readonly #api: AdminApi
  /** Folder of the server's stored files. */
  readonly #blobs: string
  /** Download links by name. */
  readonly #links = new Map<string, Link>()

  constructor(api: AdminApi, dataDir: string) {
    this.#api = api
    this.#blobs = join(dataDir, 'blobs')
  }

  /** Size of the server's stored files, in bytes. */
  get bytes(): number {
    return bytesBelow(this.#blobs)
  }

  /** @returns what deletes a folder that is made after this, and waits until no more bytes are stored than now */
  prepareRemoval(): (folder: number) => Promise<void> {
    const before = this.bytes
    return async (folder) => {
      await this.#api.json('DELETE', `/folders/${folder}?now=1`)
      await waitUntilDeleted(this.#blobs, before)
    }
  }

  /** A download link of files that are stored when it is first wanted, and deleted by `clear`. */
  async linkOf(name: string, files: () => Promise<SourceFile[]>): Promise<Link> {
    const known = this.#links.get(name)
    if (known) return known
    await this.#api.storeInto(name)
    const link = await this.#api.share(await this.#api.store(await files()))
    this.#links.set(name, link)
    return link
  }

  /** Deletes all folders, also those of rounds that failed, and waits until nothing is stored. */
  async clear(): Promise<void> {
    this.#links.clear()
    const folders = await this.#api.json<Folder[]>('GET', '/folders/')
    for (const { id } of folders) await this.#api.json('DELETE', `/folders/${id}?now=1`)
    await waitUntilDeleted(this.#blobs, 0)
  }
}

/** Size of all files below a folder, in bytes; 0 where there is no folder. */
export function bytesBelow(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // A folder below it was deleted while it was read.
    return existsSync(folder) ? bytesBelow(folder) : 0
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** @throws Error where more than so many bytes are left after `limitMs` */
export async function waitUntilDeleted(
  folder: string,
  bytesLeft: number,
  limitMs = deletionMs,
): Promise<void> {
  const end = Date.now() + limitMs
  for (;;) {
    const left = bytesBelow(folder) - bytesLeft
    if (left <= 0) return
    if (Date.now() > end) throw new Error(`The server still has ${left} bytes of what a round stored.`)
    await sleep(pollIntervalMs)
  }
}
