import type { AuditKind } from '../../contract/auditKinds.ts'
import type { AuditDetails } from '../../contract/audit.ts'
import type { AuditEventRow, Db } from './schema.ts'

export type NewEvent = Omit<AuditEventRow, 'id' | 'actor' | 'folder' | 'details'> & { details: AuditDetails }

/** The names that actor and folder have at this moment are written with it. */
export async function insertEvent(db: Db, { details, ...event }: NewEvent): Promise<void> {
  await db
    .insertInto('audit_event')
    .values((e) => ({
      ...event,
      actor: e.selectFrom('user').select('username').where('id', '=', event.actor_id),
      folder: e.selectFrom('folder').select('title').where('id', '=', event.folder_id),
      details: JSON.stringify(details),
    }))
    .execute()
}

/** Whose events are asked for, and which. */
export interface Wanted {
  userId: number
  /** Ids below it. */
  before?: number | undefined
  folderId?: number | undefined
  kinds?: readonly AuditKind[] | undefined
}

/**
 * The newest first, of what this person may know: what happened to their account, and in folders that they own, or owned
 * when they were deleted.
 */
export function listEvents(db: Db, wanted: Wanted, limit: number): Promise<AuditEventRow[]> {
  const { userId, before, folderId, kinds } = wanted
  return db
    .selectFrom('audit_event')
    .selectAll()
    .where((e) => {
      const isOwned = e.or([
        e('folder_id', 'in', ownedFolders(db, userId)),
        e('folder_id', 'in', ownedDeletedFolders(db, userId)),
      ])
      return folderId === undefined
        ? e.or([e('account_id', '=', userId), isOwned])
        : e.and([e('folder_id', '=', folderId), isOwned])
    })
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const ownedFolders = (db: Db, userId: number) =>
  db.selectFrom('folder_member').select('folder_id').where('user_id', '=', userId).where('role', '=', 'owner')

const ownedDeletedFolders = (db: Db, userId: number) =>
  db.selectFrom('deleted_folder_owner').select('folder_id').where('user_id', '=', userId)

/** Whether the folder was theirs when it was deleted. */
export async function ownedWhenDeleted(db: Db, folderId: number, userId: number): Promise<boolean> {
  const row = await ownedDeletedFolders(db, userId).where('folder_id', '=', folderId).executeTakeFirst()
  return row !== undefined
}

/** In the transaction that deletes the folder, before it does. */
export async function rememberOwners(trx: Db, folderId: number, now: string): Promise<void> {
  await trx
    .insertInto('deleted_folder_owner')
    .columns(['folder_id', 'user_id', 'deleted_at'])
    .expression((e) =>
      e
        .selectFrom('folder_member')
        .select((m) => ['folder_id', 'user_id', m.val(now).as('deleted_at')])
        .where('folder_id', '=', folderId)
        .where('role', '=', 'owner'),
    )
    .execute()
}

/** What happened before this time, and owners of folders that were deleted before it. */
export async function deleteOldEvents(db: Db, before: string): Promise<number> {
  const result = await db.deleteFrom('audit_event').where('at', '<', before).executeTakeFirst()
  await db.deleteFrom('deleted_folder_owner').where('deleted_at', '<', before).execute()
  return Number(result.numDeletedRows)
}
