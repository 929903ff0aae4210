import { errorCode } from '../db/failures.ts'
import { isBlobError, type BlobStore } from './blobStore.ts'

/** How the content of an object is lost; 'unreadable': a disk that gives other bytes does not give these. */
export type Loss = 'missing' | 'incomplete' | 'unreadable'

/**
 * The loss that reading an object has failed for; undefined where the error says nothing of the object. What a disk cannot
 * read is lost only while the disk gives anything at all.
 * @throws what a store throws that does not answer
 */
export async function lossOf(store: BlobStore, error: unknown): Promise<Loss | undefined> {
  if (isBlobError(error, 'missing')) return 'missing'
  if (isBlobError(error, 'incomplete')) return 'incomplete'
  if (errorCode(error) !== 'EIO') return undefined
  await store.answers()
  return 'unreadable'
}
