/**
 * [Note: What pages leave behind]
 * Two kinds of bytes lie in the origin-private file system for a while: opened files on their way to the disk
 * (`privateFolder`), and sealed parts on their way to the server (`partsFolder`). Whoever puts something there holds a
 * lock that goes with the page or worker, taken before the first byte is written. What nobody holds a lock for was left
 * by a page that is gone, and is removed when the next page of any kind starts.
 */

/** Of downloads; a file is named after its job. */
export const privateFolder = 'downloads'
export const privateFileLock = (jobId: string): string => `${privateFolder}-${jobId}`

/** Of uploads; a folder for each worker, named after its lock. */
export const partsFolder = 'sealed-parts'

/** As long as the browser may take to copy an opened file to where the person wants it. */
export const copyingMs = 10 * 60_000

interface Sweep {
  lockOf: (name: string) => string
  /** Files that were written so lately stay, locked or not: a browser may still copy them. */
  youngerThan?: number
}

/** @returns milliseconds until something that is left for now may go; null when nothing is */
async function sweepFolder(name: string, { lockOf, youngerThan = 0 }: Sweep): Promise<number | null> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(name).catch(() => null)
  if (!folder) return null
  // Names before locks: what comes meanwhile is in neither, and what is named was locked before.
  const entries: FileSystemHandle[] = []
  for await (const entry of folder.values()) entries.push(entry)
  const { held = [] } = await navigator.locks.query()
  const locked = new Set(held.map((lock) => lock.name))
  let soonest: number | null = null
  for (const entry of entries) {
    if (locked.has(lockOf(entry.name))) continue
    const left = youngerThan - (await ageOf(entry))
    if (left > 0) soonest = Math.min(soonest ?? left, left)
    else await folder.removeEntry(entry.name, { recursive: true }).catch(() => undefined)
  }
  return soonest
}

/** In milliseconds; what has no age, or comes from the future, is old. */
async function ageOf(entry: FileSystemHandle): Promise<number> {
  const file = entry instanceof FileSystemFileHandle ? await entry.getFile().catch(() => null) : null
  const age = file ? Date.now() - file.lastModified : Infinity
  return age < 0 ? Infinity : age
}

/** Opened files. Those that a browser may still copy go later, if this page lives so long. */
export async function sweepPrivateFiles(): Promise<void> {
  const left = await sweepFolder(privateFolder, { lockOf: privateFileLock, youngerThan: copyingMs })
  if (left !== null) setTimeout(() => void sweepPrivateFiles().catch(() => undefined), left + 1_000)
}

export const sweepParts = (): Promise<unknown> => sweepFolder(partsFolder, { lockOf: (name) => name })

/** What pages and workers that are gone have left. */
export const sweepLeftovers = (): Promise<unknown> => Promise.all([sweepPrivateFiles(), sweepParts()])
