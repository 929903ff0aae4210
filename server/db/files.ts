import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { addGarbage } from './blobs.ts'
import { deleteEmptyLinks } from './downloadLinks.ts'
import type { Db, FileRow, NewFile, Tables } from './schema.ts'

/** SQLite takes 32 766 parameters in one statement, PostgreSQL twice that; a file row has sixteen. */
const rowsPerInsert = 1000
const idsPerQuery = 10_000

/** Ids of the new rows, by listed key. */
export async function insertFiles(db: Db, files: readonly NewFile[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (let from = 0; from < files.length; from += rowsPerInsert) {
    const rows = await db
      .insertInto('file')
      .values(files.slice(from, from + rowsPerInsert))
      .returning(['id', 'listed_key'])
      .execute()
    for (const row of rows) ids.set(row.listed_key, row.id)
  }
  return ids
}

/** Those of `keys` that a file of the folder already has. */
export async function takenListedKeys(
  db: Db,
  folderId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('file')
    .select('listed_key')
    .where('folder_id', '=', folderId)
    .where('listed_key', 'in', keys)
    .execute()
  return new Set(rows.map((row) => row.listed_key))
}

export type ListedFile = Pick<
  FileRow,
  | 'id'
  | 'original_filename'
  | 'directory'
  | 'listed_name'
  | 'size'
  | 'sha256'
  | 'upload_time'
  | 'last_downloaded_admin'
  | 'uploader_email'
  | 'sealed_to'
>

export function listFiles(db: Db, folderId: number): Promise<ListedFile[]> {
  return db
    .selectFrom('file')
    .select([
      'id',
      'original_filename',
      'directory',
      'listed_name',
      'size',
      'sha256',
      'upload_time',
      'last_downloaded_admin',
      'uploader_email',
      'sealed_to',
    ])
    .where('folder_id', '=', folderId)
    .orderBy('id')
    .execute()
}

const ownedFiles = (db: Db, ownerId: number) =>
  db
    .selectFrom('file')
    .innerJoin('folder', 'folder.id', 'file.folder_id')
    .selectAll('file')
    .where('folder.owner_id', '=', ownerId)

export const findFile = (db: Db, id: number, ownerId: number): Promise<FileRow | undefined> =>
  ownedFiles(db, ownerId).where('file.id', '=', id).executeTakeFirst()

export async function fileExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('file').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Files among `ids` that belong to the owner; one missing is one that is not theirs. */
export const findFiles = (db: Db, ids: readonly number[], ownerId: number): Promise<FileRow[]> =>
  ownedFiles(db, ownerId).where('file.id', 'in', ids).execute()

/** Of those of `ids` that belong to the owner, their folders. */
export async function foldersOfFiles(
  db: Db,
  ids: readonly number[],
  ownerId: number,
): Promise<Map<number, number>> {
  const folders = new Map<number, number>()
  for (let from = 0; from < ids.length; from += idsPerQuery) {
    const rows = await db
      .selectFrom('file')
      .innerJoin('folder', 'folder.id', 'file.folder_id')
      .select(['file.id', 'file.folder_id'])
      .where('file.id', 'in', ids.slice(from, from + idsPerQuery))
      .where('folder.owner_id', '=', ownerId)
      .execute()
    for (const row of rows) folders.set(row.id, row.folder_id)
  }
  return folders
}

export async function markDownloaded(db: Db, ids: readonly number[], now: string): Promise<void> {
  for (let from = 0; from < ids.length; from += idsPerQuery) {
    await db
      .updateTable('file')
      .set({ last_downloaded_admin: now })
      .where('id', 'in', ids.slice(from, from + idsPerQuery))
      .execute()
  }
}

/**
 * Removes the rows, their places in download links and links left empty, and hands their bytes to `garbage`; to be run
 * in a transaction that holds their folders.
 */
export async function deleteFiles(db: Db, ids: readonly number[], now: string): Promise<void> {
  for (let from = 0; from < ids.length; from += idsPerQuery) {
    const some = ids.slice(from, from + idsPerQuery)
    await discard(db, (e) => e('id', 'in', some), now)
  }
}

/** As `deleteFiles`, for all files of a folder. */
export function deleteFilesOfFolder(db: Db, folderId: number, now: string): Promise<void> {
  return discard(db, (e) => e('folder_id', '=', folderId), now)
}

type Choice = (e: ExpressionBuilder<Tables, 'file'>) => Expression<SqlBool>

async function discard(db: Db, chosen: Choice, now: string): Promise<void> {
  const rows = await db.deleteFrom('file').where(chosen).returning(['blob_key', 'folder_id']).execute()
  await addGarbage(
    db,
    rows.map((row) => row.blob_key),
    now,
  )
  await deleteEmptyLinks(db, [...new Set(rows.map((row) => row.folder_id))])
}
