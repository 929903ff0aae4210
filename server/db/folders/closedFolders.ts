import { sql } from 'kysely'
import { linksPerRemoval, removeSomeRowsOfLinks } from '../links/endedLinks.ts'
import { deleteFiles } from '../files/files.ts'
import { removeSomeRows, rowsPerRemoval } from '../removeSomeRows.ts'
import type { Db } from '../schema.ts'
import { deleteSomeUploads } from '../uploads/uploads.ts'

/**
 * [Note: Deleting a folder]
 *
 * A folder may have a million rows, and SQLite blocks the process while it removes them. Deleting a folder therefore
 * removes its members, webhook and shared folder only: without members it is inaccessible, as ensured by
 * [Note: Access], `lockFolder` and the queries for links. Its rows are removed afterwards, a few per transaction, by the
 * server that deleted it or by the next sweep of any server; the rows themselves are the only record of the progress.
 * A folder in the trash (`trashed_at`) has no members either, but keeps all else: see [Note: Trash].
 */

/** Maximum number of rows with texts of up to 500 KB that one transaction removes. */
const longRowsPerRemoval = 20

/** Makes a folder inaccessible. Run it in a transaction that has locked the folder. */
export async function closeFolder(trx: Db, id: number): Promise<void> {
  // The address of its webhook goes, too, and the id under which the folder could be made a shared one again.
  for (const table of ['webhook', 'shared_folder', 'folder_member', 'trashed_member'] as const)
    await trx.deleteFrom(table).where('folder_id', '=', id).execute()
  await trx.updateTable('folder').set({ is_active: 0, trashed_at: null }).where('id', '=', id).execute()
}

/** Next closed folder by id, starting behind `after`. */
export async function nextClosedFolder(db: Db, after: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('folder')
    .select('id')
    .where('id', '>', after)
    .where('trashed_at', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('folder_member')
            .select('user_id')
            .whereRef('folder_member.folder_id', '=', 'folder.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Removes some rows of a closed folder, its own last. Run it in a transaction. False if nothing was left. */
export async function removeSomeRowsOfFolder(trx: Db, id: number, now: string): Promise<boolean> {
  if (await removeSomeLinks(trx, id)) return true
  if (await removeSomeFiles(trx, id, now)) return true
  if (await deleteSomeUploads(trx, id, rowsPerRemoval, now)) return true
  for (const [table, columns, limit] of tablesOfFolder) {
    if ((await removeSomeRows(trx, table, ['folder_id', ...columns], sql`folder_id = ${id}`, limit)) > 0)
      return true
  }
  // Another server may be removing rows as well: files must hand over their bytes instead of going with the folder.
  await sql`delete from folder where id = ${id}
    and not exists (select 1 from file where folder_id = ${id})
    and not exists (select 1 from upload where folder_id = ${id})`.execute(trx)
  return false
}

/** Tables with many rows per folder, with the other columns of their keys. Other rows are deleted with the folder. */
const tablesOfFolder = [
  ['notice', ['id'], rowsPerRemoval],
  ['batch_result', ['batch_id', 'batch_index'], rowsPerRemoval],
  ['batch_answers', ['batch_id'], longRowsPerRemoval],
  ['folder_grant', ['gen', 'user_id'], rowsPerRemoval],
  ['folder_generation', ['gen'], longRowsPerRemoval],
  ['roster_statement', ['seq'], longRowsPerRemoval],
] as const

async function removeSomeLinks(trx: Db, folderId: number): Promise<boolean> {
  const ids = await firstIds(trx, 'download_link', folderId, linksPerRemoval)
  if (ids.length === 0) return false
  await removeSomeRowsOfLinks(trx, ids)
  return true
}

async function removeSomeFiles(trx: Db, folderId: number, now: string): Promise<boolean> {
  const ids = await firstIds(trx, 'file', folderId, rowsPerRemoval)
  await deleteFiles(trx, ids, now)
  return ids.length > 0
}

async function firstIds(trx: Db, table: 'download_link' | 'file', folderId: number, limit: number) {
  const rows = await trx
    .selectFrom(table)
    .select('id')
    .where('folder_id', '=', folderId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
