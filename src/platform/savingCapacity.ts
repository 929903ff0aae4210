import { type Fault, fault } from '../../core/faults/fault.ts'

/** The most bytes to hold in memory for a download; shown if a download has more. */
export const maxMemoryBytes = 256 * 1024 * 1024

/** Quota left for the page's other data, in bytes. */
export const reservedQuotaBytes = 64 * 1024 * 1024

/** The bytes that this browser can save at a time, as far as that is known beforehand; Infinity if unbounded. */
export async function savingCapacity(): Promise<number> {
  if (hasServiceWorkers()) return Infinity
  if (!(await hasPrivateFileSystem())) return maxMemoryBytes
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate()
    return Math.max(maxMemoryBytes, quota - usage - reservedQuotaBytes)
  } catch {
    return maxMemoryBytes
  }
}

/** True if the origin-private file system works. Private windows of some browsers refuse it. */
export async function hasPrivateFileSystem(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory()
    return true
  } catch {
    return false
  }
}

/** TypeScript's types assume service workers. */
const hasServiceWorkers = (): boolean => 'serviceWorker' in navigator

/** The fault of a download that is too large to save here; the message names it by `what`. */
export function noSinkFault(
  bytes: number,
  what: 'download' | 'file' | 'files',
  capacity = maxMemoryBytes,
): Fault {
  const why = hasServiceWorkers() ? 'no-start' : capacity > maxMemoryBytes ? 'no-room' : 'no-place'
  return fault('no-sink', { values: { bytes, capacity, what, why } })
}
