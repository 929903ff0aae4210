import { errorCode } from '../../contract/systemErrors.ts'
import { isBlobError, type BlobStore } from './blobStore.ts'

/** How the content of an object is lost. 'unreadable': the disk cannot read it, but can read other objects. */
export type Loss = 'missing' | 'incomplete' | 'unreadable'

/**
 * Classifies an error of reading an object as a loss. Undefined if the error says nothing about the object.
 * Unreadable content counts as lost only if the disk is otherwise readable.
 * @throws the store's error if it does not respond
 */
export async function lossOf(store: BlobStore, error: unknown): Promise<Loss | undefined> {
  if (isBlobError(error, 'missing')) return 'missing'
  if (isBlobError(error, 'incomplete')) return 'incomplete'
  if (errorCode(error) !== 'EIO') return undefined
  await store.checkReads()
  return 'unreadable'
}
