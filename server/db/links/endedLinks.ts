import { sql } from 'kysely'
import { executeAndCount } from '../rowCounts.ts'
import { removeSomeRows, rowsPerRemoval } from '../removeSomeRows.ts'
import type { Db } from '../schema.ts'

/**
 * [Note: Links that have ended]
 *
 * A link may have ten thousand files and a million uses, and one person two million linked files: SQLite blocks the
 * process while it removes them. Deleting a link, by a person or because it has expired or lost its last file, therefore
 * only sets `ended_at`: no query for links finds it from then on, and it counts for nobody. Its rows are removed
 * afterwards, a few per transaction, by the server that ended it or by the next sweep of any server.
 */

/** Maximum number of links, with texts of up to 500 KB, that one transaction removes. */
export const linksPerRemoval = 20

/** The statement that ends links. Builds without `ended_at` take them for expired. @param ids at least one */
export const endLinksQuery = (db: Db, ids: readonly number[], now: string) =>
  db
    .updateTable('download_link')
    .set({ ended_at: now, expiration_date: now })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)

/**
 * Ends at most `rowsPerRemoval` links.
 * @param expiredBy spares those that do not expire until then, as somebody may have extended them meanwhile
 * @returns their number
 */
export async function endSomeLinks(
  db: Db,
  ids: readonly number[],
  now: string,
  expiredBy?: string,
): Promise<number> {
  if (ids.length === 0) return 0
  const query = endLinksQuery(db, ids, now)
  return executeAndCount(expiredBy === undefined ? query : query.where('expiration_date', '<=', expiredBy))
}

/** Ends some links that expired before `expiredBefore`. @returns their number */
export async function endExpiredLinks(db: Db, expiredBefore: string, now: string): Promise<number> {
  const expired = await db
    .selectFrom('download_link')
    .select('id')
    .where('expiration_date', '<', expiredBefore)
    .where('ended_at', 'is', null)
    .limit(rowsPerRemoval)
    .execute()
  return endSomeLinks(
    db,
    expired.map(({ id }) => id),
    now,
    expiredBefore,
  )
}

/** Removes some rows of links that have ended, their own last. Run it in a transaction. False if none was left. */
export async function removeSomeEndedLinks(trx: Db): Promise<boolean> {
  const ended = await trx
    .selectFrom('download_link')
    .select('id')
    .where('ended_at', 'is not', null)
    .orderBy('id')
    .limit(linksPerRemoval)
    .execute()
  if (ended.length === 0) return false
  await removeSomeRowsOfLinks(
    trx,
    ended.map(({ id }) => id),
  )
  return true
}

/** Removes some rows of these links, their own last. @param ids at least one, at most `linksPerRemoval` */
export async function removeSomeRowsOfLinks(trx: Db, ids: readonly number[]): Promise<void> {
  const ofLinks = sql`link_id in (${sql.join(ids)})`
  for (const [table, column] of tablesOfLink) {
    if ((await removeSomeRows(trx, table, ['link_id', column], ofLinks)) > 0) return
  }
  await trx.deleteFrom('download_link').where('id', 'in', ids).execute()
}

const tablesOfLink = [
  ['download_link_file', 'file_id'],
  ['link_use', 'visitor_hash'],
  ['link_pass', 'token_hash'],
  ['link_person', 'email'],
] as const
