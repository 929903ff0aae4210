import type { BlobStore } from '../../blobs/blobStore.ts'
import type { Db } from '../../db/schema.ts'

/** The database and blob store of one installation. */
export interface DatabaseAndStore {
  db: Db
  store: BlobStore
}
