/** What is held in memory at most, in bytes, and said where a download has more. */
export const maxMemoryBytes = 256 * 1024 * 1024

/** Room that is left to everything else of ours. */
export const spareBytes = 64 * 1024 * 1024

/**
 * How many bytes this window can save at a time, as far as can be known before a road is taken; Infinity where nothing
 * bounds it.
 */
export async function savingCapacity(): Promise<number> {
  if (hasServiceWorkers()) return Infinity
  if (!(await opensPrivateFiles())) return maxMemoryBytes
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate()
    return Math.max(maxMemoryBytes, quota - usage - spareBytes)
  } catch {
    return maxMemoryBytes
  }
}

/** Private windows of some browsers have the call and refuse it. */
export async function opensPrivateFiles(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory()
    return true
  } catch {
    return false
  }
}

/** The types know browsers that always do. */
const hasServiceWorkers = (): boolean => 'serviceWorker' in navigator

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024).toLocaleString()} MB`

/** Why so many bytes cannot be saved at once, and what to do. `what` has them: 'this download has'. */
export function tooMuchText(bytes: number, what = 'this download has', capacity = maxMemoryBytes): string {
  const missing = hasServiceWorkers()
    ? 'its service worker does not start, and it has no room for a private copy on the disk'
    : capacity > maxMemoryBytes
      ? 'it offers no service worker, and has room for no larger private copy on the disk'
      : 'it offers neither a service worker nor a private file system'
  return (
    `This window can save at most ${megabytes(capacity)} at a time, because ${missing}; ` +
    `${what} ${megabytes(bytes)}. Private windows and blocked site data are the usual reasons: ` +
    'open the link in a normal window, or in another browser.'
  )
}
