import { errorCode } from '../../contract/systemErrors.ts'
import { isBlobError, type BlobStore } from './blobStore.ts'

/** How the content of an object is lost. 'unreadable': the disk cannot read it, but can read other objects. */
export type ContentLoss = 'missing' | 'incomplete' | 'unreadable'

/** Classifies an error of reading an object. Undefined if it says nothing about the object. @throws if the store fails */
export async function contentLossOf(store: BlobStore, error: unknown): Promise<ContentLoss | undefined> {
  if (isBlobError(error, 'missing')) return 'missing'
  if (isBlobError(error, 'incomplete')) return 'incomplete'
  if (errorCode(error) !== 'EIO') return undefined
  await store.checkReads()
  return 'unreadable'
}
