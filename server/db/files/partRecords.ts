import type { Kysely } from 'kysely'
import { slicesOf } from '../slicesOf.ts'
import type { Db, StoredHash, Tables } from '../schema.ts'
import { deleteDeclaredChecksums } from './declaredChecksums.ts'

/**
 * Records that an object store does not keep itself: ids of its multipart uploads, and hashes of received parts. An
 * object that was not uploaded in parts counts as part 0.
 */
export interface PartRecords {
  /** @param s3UploadId the id that the store has given to the multipart upload */
  addMultipartUpload(blobKey: string, s3UploadId: string): Promise<void>
  /** Id of the store for the multipart upload to a key; undefined if the key takes no parts. */
  findMultipartUploadId(blobKey: string): Promise<string | undefined>
  /** Returns the elements of `s3UploadIds` that are recorded. */
  findKnownMultipartUploadIds(s3UploadIds: readonly string[]): Promise<Set<string>>
  /** Adds hashes; existing ones stay as they are. */
  addHashes(hashes: readonly StoredHash[]): Promise<void>
  /** Hashes ordered by part. */
  listHashes(blobKey: string): Promise<StoredHash[]>
  /** Removes hashes of these parts with other ETags: they are of bytes that were replaced. */
  deleteHashesOfOtherEtags(blobKey: string, parts: readonly { part: number; etag: string }[]): Promise<void>
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
    async findKnownMultipartUploadIds(s3UploadIds) {
      const recordedIds = new Set<string>()
      for (const slice of slicesOf(s3UploadIds, rowsPerStatement)) {
        const rows = await db
          .selectFrom('parts_upload')
          .select('upload_id')
          .where('upload_id', 'in', slice)
          .execute()
        for (const { upload_id } of rows) recordedIds.add(upload_id)
      }
      return recordedIds
    },
    async addHashes(hashes) {
      for (const slice of slicesOf(hashes, rowsPerStatement)) {
        await db
          .insertInto('stored_hash')
          .values(slice)
          .onConflict((conflict) => conflict.columns(['blob_key', 'part', 'etag']).doNothing())
          .execute()
      }
    },
    listHashes,
    async deleteHashesOfOtherEtags(blobKey, parts) {
      const etags = new Map(parts.map(({ part, etag }) => [part, etag]))
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
      for (const slice of slicesOf(blobKeys, rowsPerStatement)) {
        await db.deleteFrom('stored_hash').where('blob_key', 'in', slice).execute()
        await db.deleteFrom('parts_upload').where('blob_key', 'in', slice).execute()
        await deleteDeclaredChecksums(db, slice)
      }
      for (const prefix of blobKeys.filter((key) => !key.includes('/'))) {
        // Keys from 'prefix/' to before 'prefix0' are those in the group: '0' is the character after '/'.
        const from = `${prefix}/`
        const end = `${prefix}0`
        for (const table of ['stored_hash', 'parts_upload'] as const) {
          await db.deleteFrom(table).where('blob_key', '>=', from).where('blob_key', '<', end).execute()
        }
      }
    },
  }
}

/** Copies the hashes of parts to another key that has copies of them. @param etags ETags of the copies by part */
export async function copyHashes(
  db: Db,
  from: string,
  to: string,
  etags: ReadonlyMap<number, string>,
): Promise<void> {
  const records = createPartRecords(db)
  const hashes = await records.listHashes(from)
  const copies = hashes.flatMap((hash, index) => {
    const etag = etags.get(hash.part)
    // If a part has two hashes, it is unknown which one is right. The store reads such a part back.
    const isOnly = hash.part !== hashes[index - 1]?.part && hash.part !== hashes[index + 1]?.part
    return etag !== undefined && isOnly ? [{ ...hash, blob_key: to, etag }] : []
  })
  await records.addHashes(copies)
}
