import { type Hash, createHash } from 'node:crypto'
import { BlobError, isBlobError, type BlobStore } from '../../blobs/blobStore.ts'
import type { StoredHash } from '../../db/schema.ts'

/** Error whose message describes the damage of an object, and follows the name of the file. */
export class DamagedObjectError extends Error {}

/** Hashes of consecutive byte ranges, as they arrived. */
export type RangeHashes = readonly Pick<StoredHash, 'part' | 'size' | 'sha256'>[]

export const otherBytesText = 'other bytes than arrived'

/** Hashes that cover all bytes of an object in order. Empty if any are missing. */
export function hashesIfComplete(hashes: RangeHashes, size: number): RangeHashes {
  const isWhole = hashes.reduce((sum, one) => sum + one.size, 0) === size
  const isInOrder = hashes.every(({ part }, i) => part === i + 1 || hashes.length === 1)
  return isWhole && isInOrder ? hashes : []
}

/**
 * Yields the bytes of `open`, copied, because the store reuses its buffers, and updates `hash` with them.
 * @param arrived expected hashes; empty if unknown
 * @throws DamagedObjectError; BlobError 'unavailable' if the store does not respond
 */
export async function* readSource(
  store: BlobStore,
  open: () => Promise<AsyncGenerator<Buffer, void, void>>,
  arrived: RangeHashes,
  hash: Hash,
): AsyncGenerator<Buffer, void, void> {
  const check = hashChecker(arrived)
  try {
    for await (const piece of await open()) {
      const bytes = Buffer.from(piece)
      hash.update(bytes)
      check(bytes)
      yield bytes
    }
  } catch (error) {
    throw await damageOfError(store, error)
  }
}

function hashChecker(arrived: RangeHashes): (bytes: Buffer) => void {
  const rest = [...arrived]
  let current = rest.shift()
  let hash = createHash('sha256')
  let missing = current?.size ?? 0
  return (bytes) => {
    for (let from = 0; current !== undefined && from < bytes.length;) {
      const to = Math.min(bytes.length, from + missing)
      hash.update(bytes.subarray(from, to))
      missing -= to - from
      from = to
      if (missing > 0) continue
      if (hash.digest('base64url') !== current.sha256) throw new DamagedObjectError(otherBytesText)
      current = rest.shift()
      hash = createHash('sha256')
      missing = current?.size ?? 0
    }
  }
}

async function damageOfError(store: BlobStore, error: unknown): Promise<unknown> {
  if (error instanceof DamagedObjectError) return error
  if (isBlobError(error, 'missing')) return new DamagedObjectError('not there')
  if (isBlobError(error, 'incomplete')) return new DamagedObjectError('not all there')
  // Find out if one object cannot be read, or none.
  await store.checkReads()
  return new DamagedObjectError(
    `not readable (${error instanceof BlobError ? error.message : String(error)})`,
  )
}
