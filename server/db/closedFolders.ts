import { sql } from 'kysely'
import { deleteFiles } from './files.ts'
import { removeSome, rowsPerRemoval } from './removeSome.ts'
import type { Db } from './schema.ts'
import { deleteSomeUploads } from './uploads.ts'

/**
 * [Note: Deleting a folder]
 *
 * A folder may have a million rows, and SQLite answers nobody while it removes them. So deleting a folder takes its
 * people out: whose nobody it is, is there for nobody, which [Note: Access], `holdFolder` and the queries for links see to.
 * Its rows go afterwards, a few in each transaction, by whoever comes to it: the server that deleted it, or the next sweep
 * of any, for nothing but the rows themselves says how far that is.
 */

/** Rows with texts of up to 500 KB. */
const longRowsPerRemoval = 20

/** Makes the folder be there for nobody. To be run in a transaction that holds it. */
export async function closeFolder(trx: Db, id: number): Promise<void> {
  // With its people go the address of its webhook and the id under which they could make it once more.
  for (const table of ['webhook', 'shared_folder', 'folder_member'] as const)
    await trx.deleteFrom(table).where('folder_id', '=', id).execute()
  await trx.updateTable('folder').set({ is_active: 0 }).where('id', '=', id).execute()
}

/** A folder that is there for nobody, behind this id. */
export async function nextClosedFolder(db: Db, after: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('folder')
    .select('id')
    .where('id', '>', after)
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

/**
 * Removes some rows of a folder that is closed, at last its own, and hands bytes to `garbage`; to be run in a transaction.
 * False: there was nothing left to remove.
 */
export async function removeSomeOfFolder(trx: Db, id: number, now: string): Promise<boolean> {
  if (await removeSomeLinks(trx, id)) return true
  if (await removeSomeFiles(trx, id, now)) return true
  if (await deleteSomeUploads(trx, id, rowsPerRemoval, now)) return true
  for (const [table, columns, limit] of ofFolder) {
    if ((await removeSome(trx, table, ['folder_id', ...columns], sql`folder_id = ${id}`, limit)) > 0)
      return true
  }
  // Another server may be at it as well: files must hand over their bytes, and are not to go with the folder.
  await sql`delete from folder where id = ${id}
    and not exists (select 1 from file where folder_id = ${id})
    and not exists (select 1 from upload where folder_id = ${id})`.execute(trx)
  return false
}

/** Tables of which a folder may have many rows, with the other columns of their keys. The rest goes with the folder. */
const ofFolder = [
  ['notice', ['id'], rowsPerRemoval],
  ['batch_result', ['batch_id', 'batch_index'], rowsPerRemoval],
  ['batch_answers', ['batch_id'], longRowsPerRemoval],
  ['folder_grant', ['gen', 'user_id'], rowsPerRemoval],
  ['folder_generation', ['gen'], longRowsPerRemoval],
  ['roster_statement', ['seq'], longRowsPerRemoval],
] as const

async function removeSomeLinks(trx: Db, folderId: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('download_link')
    .select('id')
    .where('folder_id', '=', folderId)
    .orderBy('id')
    .limit(longRowsPerRemoval)
    .execute()
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  const ofLinks = sql`link_id in (${sql.join(ids)})`
  for (const [table, column] of ofLink) {
    if ((await removeSome(trx, table, ['link_id', column], ofLinks)) > 0) return true
  }
  await trx.deleteFrom('download_link').where('id', 'in', ids).execute()
  return true
}

const ofLink = [
  ['download_link_file', 'file_id'],
  ['link_use', 'visitor_hash'],
] as const

async function removeSomeFiles(trx: Db, folderId: number, now: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('file')
    .select('id')
    .where('folder_id', '=', folderId)
    .orderBy('id')
    .limit(rowsPerRemoval)
    .execute()
  await deleteFiles(
    trx,
    rows.map(({ id }) => id),
    now,
  )
  return rows.length > 0
}
