import { sql } from 'kysely'
import { linksContaining, putFilesIntoLinks, takeFilesOutOfLinks } from '../links/downloadLinks.ts'
import { findsRow } from '../rowCounts.ts'
import { rowsPerRemoval } from '../removeSomeRows.ts'
import type { CountedFolders } from '../folders/quotas.ts'
import type { Db } from '../schema.ts'
import { eraseIfStillFound } from './files.ts'

/**
 * [Note: Trash]
 *
 * Deleted files and folders can be restored for TRASH_DAYS. `trashed_at` of a file hides it from every query but those
 * for the trash. It keeps its bytes, which count towards quotas, and its places in links: a link whose files are all in
 * the trash has a `file_count` of 0, is found by nobody, and ends when the last of them is erased. A folder in the trash
 * has its members in `trashed_member`, and is inaccessible without them, as one that is being deleted.
 */

/** Moves files to the trash. Run it in a transaction that holds their folders. @param ids of files that are not there */
export async function trashFiles(db: Db, ids: readonly number[], now: string): Promise<void> {
  if (ids.length === 0) return
  const links = await linksContaining(db, ids)
  await db
    .updateTable('file')
    // Its name is free again. No path begins with a slash.
    .set({ trashed_at: now, listed_key: sql<string>`'/trash/' || id` })
    .where('id', 'in', ids)
    .execute()
  await takeFilesOutOfLinks(db, links, now)
}

/** Names of these files, as they were sent. */
export const findTrashedNames = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('file')
    .select(['id', 'directory', 'original_filename as name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

/** A file in the trash with the name under which it is to be listed again. */
export interface RestoredFile {
  id: number
  listedName: string
  listedKey: string
}

/** Restores files from the trash. Run it in a transaction that holds their folders. */
export async function restoreFiles(db: Db, files: readonly RestoredFile[]): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(({ id, listedName, listedKey }) => sql`(${id}, ${listedName}, ${listedKey})`)
  await sql`with restored (id, name, path_key) as (values ${sql.join(rows)})
    update file set trashed_at = null, listed_name = restored.name, listed_key = restored.path_key
    from restored where file.id = cast(restored.id as bigint)`.execute(db)
  const ids = files.map(({ id }) => id)
  await putFilesIntoLinks(db, await linksContaining(db, ids))
}

/** Trash of folders that a quota counts, of which `excess` bytes are too many. */
export interface ExcessTrash {
  folders: CountedFolders
  excess: number
  /** The time until which files and folders may have been deleted; later ones stay. */
  before: string
}

/**
 * Erases some of the files that were deleted first, unless a folder was deleted before them, which goes whole.
 * @returns the number of those it found, and what it erased by folder
 */
export async function eraseOldestTrashedFiles(
  trx: Db,
  { folders, excess, before }: ExcessTrash,
  now: string,
) {
  const firstFolder = await trx
    .selectFrom('folder')
    .select((e) => e.fn.min('trashed_at').as('trashed_at'))
    .where(sql<boolean>`id ${folders}`)
    .executeTakeFirst()
  const end = [firstFolder?.trashed_at ?? before, before].sort()[0] ?? before
  const found = await trashedFiles(trx, end)
    .select(['sealed_size', 'row_bytes'])
    .where(sql<boolean>`folder_id ${folders}`)
    .orderBy('trashed_at')
    .orderBy('id')
    .limit(rowsPerRemoval)
    .execute()
  let bytes = 0
  const oldest = found.filter(({ sealed_size, row_bytes }) => {
    const isNeeded = bytes < excess
    bytes += sealed_size + row_bytes
    return isNeeded
  })
  return {
    found: oldest.length,
    erased: await eraseIfStillFound(trx, oldest, (db) => trashedFiles(db, end), now),
  }
}

/** Folders, not in the trash themselves, with files that were deleted before `trashedBefore`. */
export async function foldersOfTrashedFiles(db: Db, trashedBefore: string): Promise<number[]> {
  const rows = await trashedFiles(db, trashedBefore)
    .innerJoin('folder', 'folder.id', 'folder_id')
    .where('folder.trashed_at', 'is', null)
    .clearSelect()
    .select('folder_id')
    .distinct()
    .execute()
  return rows.map(({ folder_id }) => folder_id)
}

/** Erases some files that have been in the trash since before `trashedBefore`. @returns the number of those it found, with any that were restored meanwhile */
export async function eraseSomeTrashedFiles(trx: Db, trashedBefore: string, now: string): Promise<number> {
  const find = (db: Db) => trashedFiles(db, trashedBefore)
  const found = await find(trx).orderBy('trashed_at').limit(rowsPerRemoval).execute()
  await eraseIfStillFound(trx, found, find, now)
  return found.length
}

/** True if files or folders have been in the trash since before `trashedBefore`. */
export const hasTrashBefore = async (db: Db, trashedBefore: string): Promise<boolean> =>
  (await findsRow(trashedFiles(db, trashedBefore).limit(1))) ||
  (await findsRow(db.selectFrom('folder').select('id').where('trashed_at', '<=', trashedBefore).limit(1)))

const trashedFiles = (db: Db, trashedBefore: string) =>
  db
    .selectFrom('file')
    .select(['file.id', 'folder_id', 'file.trashed_at'])
    .where('file.trashed_at', '<=', trashedBefore)
