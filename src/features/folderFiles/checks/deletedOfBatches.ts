import { readStored, writeStored } from '../../../storage/browserStorage.ts'

/**
 * Number of files, by batch, that were deleted on this device: the list does not report them as missing. Others may not
 * know of a deletion, and the server's word for one would hide what it withholds.
 */
type DeletedOfBatches = Readonly<Record<string, number>>

const storageKey = 'deletedOfBatches'
/** Some 15 KB. */
export const maxBatches = 500

export function readDeletedOfBatches(): DeletedOfBatches {
  try {
    const entries: unknown = JSON.parse(readStored(storageKey) ?? '[]')
    if (Array.isArray(entries)) return Object.fromEntries(entries.filter(isEntry))
  } catch {
    // As if nothing were stored.
  }
  return {}
}

const isEntry = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && Number.isSafeInteger(entry[1])

/**
 * The batches that were changed last are kept.
 * @param batches the batch of each deleted file
 * @param step -1 if the files were restored
 */
export function addDeletedOfBatches(batches: readonly string[], step: 1 | -1 = 1): void {
  const counts = new Map(Object.entries(readDeletedOfBatches()))
  for (const batch of batches) {
    const count = (counts.get(batch) ?? 0) + step
    counts.delete(batch)
    if (count > 0) counts.set(batch, count)
  }
  writeStored(storageKey, JSON.stringify([...counts].slice(-maxBatches)))
}
