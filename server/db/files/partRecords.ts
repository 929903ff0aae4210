import type { Kysely } from 'kysely'
import { slicesOf } from '../slicesOf.ts'
import type { Db, StoredHash, Tables } from '../schema.ts'
import { deleteStatedChecksums } from './statedChecksums.ts'

/**
 * Records that an object store does not keep itself: ids of its multipart uploads, and hashes of the received parts; a
 * small object is one part.
 */
export interface PartRecords {
  addMultipartUpload(blobKey: string, uploadId: string): Promise<void>
  /** Undefined if the key takes no parts. */
  findMultipartUploadId(blobKey: string): Promise<string | undefined>
  findKnownMultipartUploadIds(uploadIds: readonly string[]): Promise<Set<string>>
  /** Adds hashes; existing ones stay as they are. */
  addHashes(hashes: readonly StoredHash[]): Promise<void>
  /** Hashes ordered by part. */
  listHashes(blobKey: string): Promise<StoredHash[]>
  /** Removes hashes of these parts that belong to other bytes than those kept. */
  deleteReplacedHashes(blobKey: string, kept: readonly { part: number; etag: string }[]): Promise<void>
  /** Removes the records of objects, of groups with all that is in them, and of unfinished parts. */
  deleteRecords(blobKeys: readonly string[]): Promise<void>
}

const rowsPerStatement = 500

export function createPartRecords(db: Kysely<Tables>): PartRecords {
  const listHashes = (blobKey: string) =>
    db.selectFrom('stored_hash').selectAll().where('blob_key', '=', blobKey).orderBy('part').execute()
  return {
    async addMultipartUpload(blob_key, upload_id) {
      await db.insertInto('parts_upload').values({ blob_key, upload_id }).execute()
    },
    async findMultipartUploadId(blobKey) {
      const row = await db
        .selectFrom('parts_upload')
        .select('upload_id')
        .where('blob_key', '=', blobKey)
        .executeTakeFirst()
      return row?.upload_id
    },
    async findKnownMultipartUploadIds(uploadIds) {
      const known = new Set<string>()
      for (const some of slicesOf(uploadIds, rowsPerStatement)) {
        const rows = await db
          .selectFrom('parts_upload')
          .select('upload_id')
          .where('upload_id', 'in', some)
          .execute()
        for (const { upload_id } of rows) known.add(upload_id)
      }
      return known
    },
    async addHashes(hashes) {
      for (const some of slicesOf(hashes, rowsPerStatement)) {
        await db
          .insertInto('stored_hash')
          .values(some)
          .onConflict((conflict) => conflict.columns(['blob_key', 'part', 'etag']).doNothing())
          .execute()
      }
    },
    listHashes,
    async deleteReplacedHashes(blobKey, kept) {
      const etags = new Map(kept.map(({ part, etag }) => [part, etag]))
      const rows = await listHashes(blobKey)
      const replaced = rows.filter((row) => etags.has(row.part) && etags.get(row.part) !== row.etag)
      for (const { part, etag } of replaced) {
        await db
          .deleteFrom('stored_hash')
          .where('blob_key', '=', blobKey)
          .where('part', '=', part)
          .where('etag', '=', etag)
          .execute()
      }
    },
    async deleteRecords(blobKeys) {
      for (const some of slicesOf(blobKeys, rowsPerStatement)) {
        await db.deleteFrom('stored_hash').where('blob_key', 'in', some).execute()
        await db.deleteFrom('parts_upload').where('blob_key', 'in', some).execute()
        await deleteStatedChecksums(db, some)
      }
      for (const group of blobKeys.filter((key) => !key.includes('/'))) {
        // All keys with the prefix 'key/': '0' is the character after '/'.
        const from = `${group}/`
        const end = `${group}0`
        for (const table of ['stored_hash', 'parts_upload'] as const) {
          await db.deleteFrom(table).where('blob_key', '>=', from).where('blob_key', '<', end).execute()
        }
      }
    },
  }
}

/** Records the hashes of parts for their copies under another key, too. @param etags of the copies, by part */
export async function copyHashes(db: Db, from: string, to: string, etags: ReadonlyMap<number, string>) {
  const records = createPartRecords(db)
  const hashes = await records.listHashes(from)
  const copies = hashes.flatMap((hash, at) => {
    const etag = etags.get(hash.part)
    // Of a part with two hashes nobody knows which one is right: it is read back.
    const isOnly = hash.part !== hashes[at - 1]?.part && hash.part !== hashes[at + 1]?.part
    return etag !== undefined && isOnly ? [{ ...hash, blob_key: to, etag }] : []
  })
  await records.addHashes(copies)
}
