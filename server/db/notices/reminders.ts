import { sql } from 'kysely'
import { executeHasChanged, findsRow } from '../rowCounts.ts'
import type { Db, NoticeRow } from '../schema.ts'
import { ownersToRemind } from './notices.ts'

/**
 * [Note: Reminders]
 *
 * Owners are reminded a day before a folder without files ends, or a download link that nobody has used: at most once
 * for each (`reminded_at`), even if it is extended. Whoever is named and entered a code has used it. A reminder is a notice; whether it still applies is checked again
 * when it is mailed.
 */

export interface EndingWindow {
  now: string
  /** The end of the times that are looked for. */
  until: string
  /** What was made later ends soon because its owner wants it so. */
  madeBefore: string
  publicOrigin: string | undefined
}

/** A folder that ends, or a link of it. */
export interface Ending {
  folder_id: number
  link_id: number | null
  ends: string
}

const endingFolders = (db: Db, { now, until, madeBefore, publicOrigin }: EndingWindow) =>
  db
    .selectFrom('folder')
    .where('expiration_date', '>', now)
    .where('expiration_date', '<=', until)
    .where('creation_date', '<=', madeBefore)
    .where('kind', '=', 'request')
    .where('is_active', '=', 1)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('file')
            .select('file.id')
            .whereRef('file.folder_id', '=', 'folder.id')
            .where('file.trashed_at', 'is', null),
        ),
      ),
    )
    .where((e) => e.exists(ownersToRemind(db, sql.ref('folder.id'), publicOrigin)))

const endingLinks = (db: Db, { now, until, madeBefore, publicOrigin }: EndingWindow) =>
  db
    .selectFrom('download_link')
    .where('expiration_date', '>', now)
    .where('expiration_date', '<=', until)
    .where('creation_date', '<=', madeBefore)
    .where('ended_at', 'is', null)
    // Those whose files are in the trash are nowhere to be found.
    .where('file_count', '>', 0)
    .where('download_count', '=', 0)
    .where('used_downloads', '=', 0)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('link_person')
            .select('link_id')
            .whereRef('link_id', '=', 'download_link.id')
            .where('opened_at', 'is not', null),
        ),
      ),
    )
    .where((e) => e.exists(ownersToRemind(db, sql.ref('download_link.folder_id'), publicOrigin)))

/** Some folders or links of whose end nobody was reminded, the first to end first: those that follow `after`. */
export function listEnding(
  db: Db,
  what: 'folders' | 'links',
  window: EndingWindow,
  { after, limit }: { after: Ending | undefined; limit: number },
): Promise<Ending[]> {
  const ends = sql.ref<string>('expiration_date').as('ends')
  const follows = after
    ? sql<boolean>`(expiration_date, id) > (${after.ends}, ${after.link_id ?? after.folder_id})`
    : sql<boolean>`1 = 1`
  if (what === 'folders')
    return endingFolders(db, window)
      .select(['id as folder_id', sql<null>`null`.as('link_id'), ends])
      .where('reminded_at', 'is', null)
      .where(follows)
      .orderBy('expiration_date')
      .orderBy('id')
      .limit(limit)
      .execute()
  return endingLinks(db, window)
    .select(['folder_id', 'id as link_id', ends])
    .where('reminded_at', 'is', null)
    .where(follows)
    .orderBy('expiration_date')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Records that owners are reminded. Run it in a transaction that holds the folder. @returns false if they need not be */
export const takeEnding = (
  trx: Db,
  { folder_id, link_id, ends }: Ending,
  window: EndingWindow,
): Promise<boolean> => {
  const reminded = { reminded_at: window.now }
  return executeHasChanged(
    link_id === null
      ? trx
          .updateTable('folder')
          .set(reminded)
          .where('reminded_at', 'is', null)
          .where('id', 'in', endingFolder(trx, folder_id, ends, window))
      : trx
          .updateTable('download_link')
          .set(reminded)
          .where('reminded_at', 'is', null)
          .where('id', 'in', endingLink(trx, link_id, ends, window)),
  )
}

/** True if what a reminder says still applies. */
export const isStillEnding = (db: Db, notice: NoticeRow, window: EndingWindow): Promise<boolean> =>
  findsRow(
    notice.link_id === null
      ? endingFolder(db, notice.folder_id, notice.happened_at, window)
      : endingLink(db, notice.link_id, notice.happened_at, window),
  )

const endingFolder = (db: Db, id: number, ends: string, window: EndingWindow) =>
  endingFolders(db, window).select('id').where('id', '=', id).where('expiration_date', '=', ends)
const endingLink = (db: Db, id: number, ends: string, window: EndingWindow) =>
  endingLinks(db, window).select('id').where('id', '=', id).where('expiration_date', '=', ends)
