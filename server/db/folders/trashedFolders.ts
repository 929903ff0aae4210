import { type Kysely, sql } from 'kysely'
import type { Role } from '../../../contract/roster.ts'
import type { ExcessTrash } from '../files/trashedFiles.ts'
import { closeFolder } from './closedFolders.ts'
import { lockFolder } from './folders.ts'
import { countRows, findsRow } from '../rowCounts.ts'
import type { Db, Tables } from '../schema.ts'
import { transact } from '../transact.ts'

const memberColumns = ['folder_id', 'user_id', 'role', 'since', 'notify_by_email', 'mailed_at'] as const

/** Moves a folder to the trash, see [Note: Trash]. Run it in a transaction that has locked the folder. */
export async function trashFolder(trx: Db, id: number, now: string): Promise<void> {
  await moveMembers(trx, id, 'folder_member', 'trashed_member')
  await trx.updateTable('folder').set({ trashed_at: now }).where('id', '=', id).execute()
}

/** Restores a folder from the trash. Run it in a transaction that has locked the folder. */
export async function restoreFolder(trx: Db, id: number): Promise<void> {
  await moveMembers(trx, id, 'trashed_member', 'folder_member')
  await trx.updateTable('folder').set({ trashed_at: null }).where('id', '=', id).execute()
  await trx.deleteFrom('deleted_folder_owner').where('folder_id', '=', id).execute()
}

type MemberTable = 'folder_member' | 'trashed_member'

async function moveMembers(trx: Db, id: number, from: MemberTable, to: MemberTable): Promise<void> {
  await trx
    .insertInto(to)
    .columns(memberColumns)
    .expression((e) => e.selectFrom(from).select(memberColumns).where('folder_id', '=', id))
    .execute()
  await trx.deleteFrom(from).where('folder_id', '=', id).execute()
}

const trashedFolders = (db: Db, userId: number, trashedAfter: string) =>
  db
    .selectFrom('folder')
    .innerJoin('trashed_member', 'trashed_member.folder_id', 'folder.id')
    .where('user_id', '=', userId)
    .where('trashed_at', '>', trashedAfter)

/** Role that a person had in a folder that was deleted after `trashedAfter`; undefined if they had none, or if it is not in the trash. */
export const findTrashedMember = (
  db: Db,
  id: number,
  userId: number,
  trashedAfter = '',
): Promise<{ role: Role; trashed_at: string } | undefined> =>
  trashedFolders(db, userId, trashedAfter)
    .select(['role', (e) => e.ref('trashed_at').$notNull().as('trashed_at')])
    .where('folder.id', '=', id)
    .executeTakeFirst()

/** Folders in the trash that a person owned and that were deleted after `trashedAfter`, the newest first. */
export const listTrashedFolders = (db: Db, userId: number, trashedAfter: string) =>
  ownedAfter(db, userId, trashedAfter)
    .select(['folder.id', 'title', (e) => e.ref('trashed_at').$notNull().as('trashed_at')])
    .orderBy('trashed_at', 'desc')
    .execute()

export const countTrashedFolders = (db: Db, userId: number, trashedAfter: string): Promise<number> =>
  countRows(ownedAfter(db, userId, trashedAfter))

const ownedAfter = (db: Db, userId: number, trashedAfter: string) =>
  trashedFolders(db, userId, trashedAfter).where('role', '=', 'owner')

/**
 * Closes the folder that was deleted first, before `before`, unless it has just been restored.
 * @returns undefined if there is none
 */
export async function closeOldestTrashedFolder(
  trx: Db,
  { folders, before }: Omit<ExcessTrash, 'excess'>,
): Promise<{ id: number; isClosed: boolean } | undefined> {
  const oldest = await foldersBefore(trx, before)
    .where(sql<boolean>`id ${folders}`)
    .orderBy('trashed_at')
    .limit(1)
    .executeTakeFirst()
  return oldest && { id: oldest.id, isClosed: await closeIfStillTrashed(trx, oldest.id, before) }
}

/** Owners of folders with something that was deleted before `trashedBefore`. */
export async function ownersOfTrash(db: Db, trashedBefore: string): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from folder_member where role = 'owner' and folder_id in
      (select folder_id from file where trashed_at <= ${trashedBefore})
    union select user_id from trashed_member join folder on folder.id = folder_id
      where role = 'owner' and trashed_at <= ${trashedBefore}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Closes folders that have been in the trash since before `trashedBefore`. @returns their number */
export async function closeTrashedFolders(db: Kysely<Tables>, trashedBefore: string): Promise<number> {
  const found = await foldersBefore(db, trashedBefore).execute()
  for (const { id } of found) await transact(db, (trx) => closeIfStillTrashed(trx, id, trashedBefore))
  return found.length
}

async function closeIfStillTrashed(trx: Db, id: number, trashedBefore: string): Promise<boolean> {
  await lockFolder(trx, id)
  // It may have been restored before it was locked.
  const isStill = await findsRow(foldersBefore(trx, trashedBefore).where('id', '=', id))
  if (isStill) await closeFolder(trx, id)
  return isStill
}

const foldersBefore = (db: Db, trashedBefore: string) =>
  db.selectFrom('folder').select('id').where('trashed_at', '<=', trashedBefore)
