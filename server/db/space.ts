import type { Db, UploadRow } from './schema.ts'

/** Ciphertext bytes of a folder's files and, by their announced size, of its unfinished uploads. */
export async function bytesOfFolder(db: Db, folderId: number): Promise<number> {
  const files = await db
    .selectFrom('file')
    .select((e) => e.fn.sum<number | string | null>('sealed_size').as('bytes'))
    .where('folder_id', '=', folderId)
    .executeTakeFirstOrThrow()
  const running = await db
    .selectFrom('upload')
    .select((e) => e.fn.sum<number | string | null>('size').as('bytes'))
    .where('folder_id', '=', folderId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(files.bytes) + Number(running.bytes)
}

export type RunningUpload = Pick<UploadRow, 'blob_key' | 'size' | 'part_size'>

/** Unfinished uploads of all folders that were begun, or got a part, after `since`. */
export function runningUploads(db: Db, since: string): Promise<RunningUpload[]> {
  return db
    .selectFrom('upload')
    .select(['blob_key', 'size', 'part_size'])
    .where('last_part_at', '>', since)
    .where('confirmed_at', 'is', null)
    .execute()
}
