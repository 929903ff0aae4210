import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptFile } from '../platform/batchFolder.ts'
import { type DiskFile, pathKey } from '../platform/diskSource.ts'
import { alone } from '../platform/owner.ts'
import { writeWhole } from '../platform/wholeFile.ts'
import { codeOf } from '../download/diskErrors.ts'
import { isSame } from './partition.ts'
import type { UploadLink } from './uploadLink.ts'

/** So long after a command has last seen a file it is known that it has arrived. */
export const keptDays = 30
/** Of one link; those that were seen last. */
export const mostArrived = 500_000
const dayMilliseconds = 24 * 60 * 60_000

/** Size, time of change in nanoseconds since 1970, and when a command saw it last in milliseconds since then. */
type Known = Pick<KeptFile, 'size' | 'modified'> & { readonly seen: number }

/**
 * What has arrived by one link, by its path on this disk: whoever sends it again, with whichever other paths, need not.
 * A file for each link, under a hash of it, that is replaced whole; of what cannot be read nothing is known.
 */
export class Arrived {
  readonly #directory: string
  readonly #path: string
  readonly #now: number
  readonly #most: number
  readonly #files: ReadonlyMap<string, Known>
  /** Of which it is to be known for longer. */
  readonly #seen = new Map<string, Known>()

  private constructor(
    directory: string,
    path: string,
    { now, most }: { now: number; most: number },
    files: ReadonlyMap<string, Known>,
  ) {
    this.#directory = directory
    this.#path = path
    this.#now = now
    this.#most = most
    this.#files = files
  }

  /** @param directory need not be there yet @throws what the disk does */
  static async open(
    directory: string,
    { origin, linkToken }: Pick<UploadLink, 'origin' | 'linkToken'>,
    { now = Date.now(), most = mostArrived }: { now?: number; most?: number } = {},
  ): Promise<Arrived> {
    const name = createHash('sha256').update(`${origin} ${linkToken}`).digest('hex')
    const path = join(directory, `${name}.json`)
    return new Arrived(directory, path, { now, most }, await read(path, now))
  }

  /** Whether the file has arrived as it is. */
  has(file: DiskFile): boolean {
    const path = pathKey(file.path)
    const known = this.#files.get(path)
    if (!known || !isSame(known, file)) return false
    // Not at every run: the whole file is written for it.
    if (this.#now - known.seen > dayMilliseconds) this.#seen.set(path, { ...known, seen: this.#now })
    return true
  }

  /**
   * These have, too.
   * @param signal another process is not waited for any more
   * @returns how many of those that were seen before are not known any more, since there are too many @throws what the disk does
   */
  async add(files: readonly KeptFile[], signal?: AbortSignal): Promise<number> {
    const added = files.map(
      ({ path, size, modified }) => [path, { size, modified, seen: this.#now }] as const,
    )
    const changes = new Map([...this.#seen, ...added])
    if (changes.size === 0) return 0
    let forgotten = 0
    const write = async () => {
      const all = await read(this.#path, this.#now)
      // At the end, where what was seen last is.
      for (const [path, known] of changes) {
        all.delete(path)
        all.set(path, known)
      }
      const kept = [...all].slice(-this.#most)
      forgotten = all.size - kept.length
      const rows = kept.map(([path, { size, modified, seen }]) => [path, size, modified, seen])
      await writeWhole(this.#path, JSON.stringify({ files: rows }))
      await removeOld(this.#directory)
    }
    await alone(this.#directory, write, { signal })
    return forgotten
  }
}

/** By path; what is too old is left out. */
async function read(path: string, now: number): Promise<Map<string, Known>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '{}'
    throw error
  })
  return new Map(rowsIn(text).filter(([, { seen }]) => now - seen < keptDays * dayMilliseconds))
}

function rowsIn(text: string): [string, Known][] {
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

/** Of links by which nothing has been sent for so long. */
async function removeOld(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.json')) continue
    const path = join(directory, name)
    const kept = await stat(path).catch(() => null)
    if (kept && Date.now() - kept.mtimeMs > keptDays * dayMilliseconds) await rm(path, { force: true })
  }
}
