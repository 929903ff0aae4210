import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredBatchFile } from '../platform/batchFolder.ts'
import { type DiskFile, pathKey } from '../platform/diskSource.ts'
import { withFolderLock } from '../platform/folderLock.ts'
import { removeOldFiles, writeFileAtomically } from '../platform/stateFile.ts'
import { ignoreErrorCodes } from '../platform/diskErrors.ts'
import { isUnchanged } from './assignToBatches.ts'
import type { UploadLink } from './uploadLink.ts'

/** Number of days for which an arrived file is remembered after a command last saw it. */
export const rememberedDays = 30
/** The most files to remember per link, latest first. */
export const maxArrivedFiles = 500_000
const dayMs = 24 * 60 * 60_000

interface ArrivedFile extends Pick<StoredBatchFile, 'size' | 'modified'> {
  /** The time at which a command last saw the file, in milliseconds since 1970. */
  readonly seen: number
}

interface ArrivedOptions {
  readonly directory: string
  readonly path: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** The most files to remember. */
  readonly maxFiles: number
}

/** Files that arrived by one link. They are stored under a hash of the link; an unreadable file counts as empty. */
export class ArrivedFiles {
  readonly #options: ArrivedOptions
  /** The arrived files by local path. The maps below have the same keys. */
  readonly #files: ReadonlyMap<string, ArrivedFile>
  /** Files whose time of last sight has changed. */
  readonly #seen = new Map<string, ArrivedFile>()

  private constructor(options: ArrivedOptions, files: ReadonlyMap<string, ArrivedFile>) {
    this.#options = options
    this.#files = files
  }

  /** @param directory may not exist yet @throws errors of the disk */
  static async open(
    directory: string,
    { origin, linkToken }: Pick<UploadLink, 'origin' | 'linkToken'>,
    { now = Date.now(), maxFiles = maxArrivedFiles }: { now?: number; maxFiles?: number } = {},
  ): Promise<ArrivedFiles> {
    const name = createHash('sha256').update(`${origin} ${linkToken}`).digest('hex')
    const path = join(directory, `${name}.json`)
    return new ArrivedFiles({ directory, path, now, maxFiles }, await readArrivedFiles(path, now))
  }

  /** Returns true if the file has arrived unchanged; notes that it was seen now. @param path see `fileKey` */
  recognize(file: DiskFile, path = pathKey(file.path)): boolean {
    const arrived = this.#files.get(path)
    if (!arrived || !isUnchanged(arrived, file)) return false
    const { now } = this.#options
    // Once a day, since it rewrites the whole file.
    if (now - arrived.seen > dayMs) this.#seen.set(path, { ...arrived, seen: now })
    return true
  }

  /** Adds files, and writes all. @param signal aborts waiting for the lock @returns number of forgotten files @throws errors of the disk */
  async add(files: readonly StoredBatchFile[], signal?: AbortSignal): Promise<number> {
    const { directory, path: target, now, maxFiles } = this.#options
    const added = files.map(({ path, size, modified }) => [path, { size, modified, seen: now }] as const)
    const changes = new Map([...this.#seen, ...added])
    if (changes.size === 0) return 0
    let forgottenCount = 0
    const write = async () => {
      const allFiles = await readArrivedFiles(target, now)
      // Moved to the end: the order is by last sight.
      for (const [path, arrived] of changes) {
        allFiles.delete(path)
        allFiles.set(path, arrived)
      }
      const latest = [...allFiles].slice(-maxFiles)
      forgottenCount = allFiles.size - latest.length
      const rows = latest.map(([path, { size, modified, seen }]) => [path, size, modified, seen])
      await writeFileAtomically(target, JSON.stringify({ files: rows }))
      await removeOldFiles(directory, rememberedDays * dayMs)
    }
    await withFolderLock(directory, write, { signal })
    return forgottenCount
  }
}

/** Reads the arrived files by path, without expired entries. */
async function readArrivedFiles(path: string, now: number): Promise<Map<string, ArrivedFile>> {
  const text = (await readFile(path, 'utf8').catch(ignoreErrorCodes('ENOENT'))) ?? '{}'
  return new Map(parseRows(text).filter(([, { seen }]) => now - seen < rememberedDays * dayMs))
}

function parseRows(text: string): [string, ArrivedFile][] {
  try {
    const { files } = JSON.parse(text) as { files?: unknown }
    if (!Array.isArray(files)) return []
    return files.flatMap((row: unknown) => {
      const [path, size, modified, seen] = Array.isArray(row) ? (row as unknown[]) : []
      if (typeof path !== 'string' || typeof modified !== 'string') return []
      return typeof size === 'number' && typeof seen === 'number' ? [[path, { size, modified, seen }]] : []
    })
  } catch {
    return []
  }
}
