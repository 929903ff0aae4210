import { type Fault, fault } from '../../core/faults/fault.ts'

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

/**
 * So many bytes cannot be saved at once. @param what has them, for the sentence
 * @param capacity what this window can save, as far as is known
 */
export function noSinkFault(
  bytes: number,
  what: 'download' | 'file' | 'files',
  capacity = maxMemoryBytes,
): Fault {
  const why = hasServiceWorkers() ? 'no-start' : capacity > maxMemoryBytes ? 'no-room' : 'no-place'
  return fault('no-sink', { values: { bytes, capacity, what, why } })
}
