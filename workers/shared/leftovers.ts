/**
 * [Note: What pages leave behind]
 * The origin-private file system has two kinds of temporary files: opened files on their way to the disk
 * (`openedFilesFolder`), and sealed parts on their way to the server (`partsFolder`). Their writer holds a lock
 * that ends with the page or worker, taken before the first byte is written. Files whose lock is free belong
 * to closed pages, and are removed when the next page of any kind starts.
 */

/** Folder of downloads; a file is named after its job. */
export const openedFilesFolder = 'downloads'
/** The lock that protects a download's file from `sweepPrivateFiles`. */
export const privateFileLockName = (jobId: string): string => `${openedFilesFolder}-${jobId}`

/** Folder of uploads; with a subfolder for each worker, named after its lock. */
export const partsFolder = 'sealed-parts'

/** Time that the browser may take to copy an opened file to its destination. */
export const copyTimeoutMs = 10 * 60_000

interface SweepOptions {
  lockNameOf: (name: string) => string
  /** Milliseconds for which files stay without a lock: a browser may still be copying them. */
  minAgeMs?: number
}

/** Removes a folder's entries whose lock is free. @returns milliseconds until the next may be removed; null if none remains */
async function sweepFolder(name: string, { lockNameOf, minAgeMs = 0 }: SweepOptions): Promise<number | null> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(name).catch(() => null)
  if (!folder) return null
  // Names before locks: entries created meanwhile are not listed, and listed ones were locked before.
  const entries: FileSystemHandle[] = []
  for await (const entry of folder.values()) entries.push(entry)
  const { held = [] } = await navigator.locks.query()
  const locked = new Set(held.map((lock) => lock.name))
  let nextRemovalMs: number | null = null
  for (const entry of entries) {
    if (locked.has(lockNameOf(entry.name))) continue
    const remainingMs = minAgeMs - (await ageOf(entry))
    if (remainingMs > 0) nextRemovalMs = Math.min(nextRemovalMs ?? remainingMs, remainingMs)
    else await folder.removeEntry(entry.name, { recursive: true }).catch(() => undefined)
  }
  return nextRemovalMs
}

/** Age in milliseconds; infinite for entries without a date or with one in the future. */
async function ageOf(entry: FileSystemHandle): Promise<number> {
  const file = entry instanceof FileSystemFileHandle ? await entry.getFile().catch(() => null) : null
  const age = file ? Date.now() - file.lastModified : Infinity
  return age < 0 ? Infinity : age
}

/** Removes opened files of closed pages. Those that a browser may still be copying follow by a timer. */
export async function sweepPrivateFiles(): Promise<void> {
  const remainingMs = await sweepFolder(openedFilesFolder, {
    lockNameOf: privateFileLockName,
    minAgeMs: copyTimeoutMs,
  })
  if (remainingMs !== null)
    setTimeout(() => void sweepPrivateFiles().catch(() => undefined), remainingMs + 1_000)
}

/** Removes sealed parts of closed pages. */
export const sweepSealedParts = (): Promise<unknown> =>
  sweepFolder(partsFolder, { lockNameOf: (name) => name })

export const sweepLeftovers = (): Promise<unknown> => Promise.all([sweepPrivateFiles(), sweepSealedParts()])
