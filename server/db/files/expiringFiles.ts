import { expiryAfter } from '../../../contract/operatorRules.ts'
import { countRows } from '../rowCounts.ts'
import { rowsPerRemoval } from '../removeSomeRows.ts'
import type { Db } from '../schema.ts'
import { eraseIfStillFound } from './files.ts'

/**
 * [Note: Retention]
 *
 * Files of a folder with `retention_days` get a date when they arrive, `expires_at`, which senders are told. It can be put
 * off, and never brought forward; changes of the folder hold for files that arrive later. The sweep erases files after
 * that date, also from the trash, unless the clock may be wrong ([Note: Clock of the sweep]).
 */

/** When a file is deleted that arrives in a folder; null if it stays. Run it in a transaction that holds the folder. */
export async function promisedExpiry(trx: Db, folderId: number, uploadTime: string): Promise<string | null> {
  const { retention_days: days } = await trx
    .selectFrom('folder')
    .select('retention_days')
    .where('id', '=', folderId)
    .executeTakeFirstOrThrow()
  return days === null ? null : expiryAfter(uploadTime, days)
}

/** Sets a later date of files. Run it in a transaction that holds their folders. @param until null for none */
export async function putOffExpiry(trx: Db, ids: readonly number[], until: string | null): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('file').set({ expires_at: until }).where('id', 'in', ids).execute()
}

/**
 * Erases some files whose date has passed by `now`.
 * @returns the number of those it found, and what it erased by folder
 */
export async function eraseSomeExpiredFiles(trx: Db, now: string) {
  const find = (db: Db) => expiredFiles(db, now)
  const found = await find(trx).orderBy('expires_at').limit(rowsPerRemoval).execute()
  return { found: found.length, erased: await eraseIfStillFound(trx, found, find, now) }
}

const expiredFiles = (db: Db, now: string) =>
  db.selectFrom('file').select(['id', 'folder_id', 'trashed_at']).where('expires_at', '<=', now)

/** Number of files whose date has passed by `now`, in the trash or not. */
export const countExpiredFiles = (db: Db, now: string): Promise<number> =>
  countRows(db.selectFrom('file').where('expires_at', '<=', now))

/** When the first of a link's files is deleted; null if all stay. */
export async function firstExpiryOfLink(db: Db, linkId: number): Promise<string | null> {
  const row = await db
    .selectFrom('download_link_file')
    .innerJoin('file', 'file.id', 'file_id')
    .select((e) => e.fn.min('expires_at').as('first'))
    .where('link_id', '=', linkId)
    .where('trashed_at', 'is', null)
    .executeTakeFirst()
  return row?.first ?? null
}

/** Files that are deleted soon, and that others have sent and none of the folder's people has downloaded. */
export interface ExpiringFiles {
  files: number
  bytes: number
  /** When the first of them is deleted. */
  first: string
}

export interface ExpiryWindow {
  now: string
  /** The end of the dates that are looked for. */
  until: string
  /** Files that arrived later are left for another time. */
  arrivedBefore: string
  /** An end of announced dates beyond this was recorded by a wrong clock. */
  latestMailed: string
}

/** Folders with such files of which no mail has told yet. */
export async function foldersToWarn(db: Db, window: ExpiryWindow): Promise<number[]> {
  const rows = await unannouncedFiles(db, window)
    .select('folder_id')
    .distinct()
    .where('folder.trashed_at', 'is', null)
    .execute()
  return rows.map(({ folder_id }) => folder_id)
}

/**
 * Returns the files of a folder that are deleted until the end of `window`, and records that a mail tells of them. Run it
 * in a transaction that holds the folder.
 */
export async function takeExpiringFiles(
  trx: Db,
  folderId: number,
  window: ExpiryWindow,
): Promise<ExpiringFiles | undefined> {
  const { files, bytes, first } = await unannouncedFiles(trx, window)
    .select((e) => [
      e.fn.countAll<number | string>().as('files'),
      e.fn.sum<number | string | null>('size').as('bytes'),
      e.fn.min('expires_at').as('first'),
    ])
    .where('folder_id', '=', folderId)
    .executeTakeFirstOrThrow()
  if (first === null) return undefined
  const mailed = { expiry_mailed_until: window.until }
  await trx.updateTable('folder').set(mailed).where('id', '=', folderId).execute()
  return { files: Number(files), bytes: Number(bytes), first }
}

const unannouncedFiles = (db: Db, { now, until, arrivedBefore, latestMailed }: ExpiryWindow) =>
  db
    .selectFrom('file')
    .innerJoin('folder', 'folder.id', 'folder_id')
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('upload_time', '<=', arrivedBefore)
    .where('last_downloaded_admin', 'is', null)
    .where('sent_by', 'is', null)
    .where('file.trashed_at', 'is', null)
    .where((e) =>
      e.or([
        e('expiry_mailed_until', 'is', null),
        e('expires_at', '>', e.ref('expiry_mailed_until')),
        e('expiry_mailed_until', '>', latestMailed),
      ]),
    )
