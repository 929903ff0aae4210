import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'
import { BlobError, isBlobError, type BlobStore } from '../../blobs/blobStore.ts'
import type { StoredHashTable } from '../../db/schema.ts'

/** An object that is not what it was when it came. The message says how, behind the name of its file. */
export class Damaged extends Error {}

/** Bytes that follow each other, as they arrived. */
export type Arrived = readonly Pick<StoredHashTable, 'part' | 'size' | 'sha256'>[]

export const otherBytes = 'other bytes than arrived'

/** What is known of all bytes of an object; nothing where something is missing. */
export function knownArrival(hashes: Arrived, size: number): Arrived {
  const isWhole = hashes.reduce((sum, one) => sum + one.size, 0) === size
  const isInOrder = hashes.every(({ part }, i) => part === i + 1 || hashes.length === 1)
  return isWhole && isInOrder ? hashes : []
}

/**
 * The bytes that `open` gives, in memory of their own, as the next reader may want to keep them. `hash` gets them too.
 * @param arrived what they have to be; empty: nobody knows
 * @throws Damaged; BlobError 'unavailable' where the store does not answer
 */
export async function* readSource(
  store: BlobStore,
  open: () => Promise<AsyncGenerator<Buffer, void, void>>,
  arrived: Arrived,
  hash: Hash,
): AsyncGenerator<Buffer, void, void> {
  const check = comparing(arrived)
  try {
    for await (const piece of await open()) {
      const bytes = Buffer.from(piece)
      hash.update(bytes)
      check(bytes)
      yield bytes
    }
  } catch (error) {
    throw await asDamage(store, error)
  }
}

function comparing(arrived: Arrived): (bytes: Buffer) => void {
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
      if (hash.digest('base64url') !== current.sha256) throw new Damaged(otherBytes)
      current = rest.shift()
      hash = createHash('sha256')
      missing = current?.size ?? 0
    }
  }
}

async function asDamage(store: BlobStore, error: unknown): Promise<unknown> {
  if (error instanceof Damaged) return error
  if (isBlobError(error, 'missing')) return new Damaged('not there')
  if (isBlobError(error, 'incomplete')) return new Damaged('not all there')
  // One object that cannot be read, or all of them?
  await store.answers()
  return new Damaged(`not readable (${error instanceof BlobError ? error.message : String(error)})`)
}
