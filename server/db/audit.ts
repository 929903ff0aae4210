import type { AuditKind } from '../../contract/auditKinds.ts'
import type { AuditDetails } from '../../contract/audit.ts'
import { chunks } from './chunks.ts'
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
 * when they were deleted. Each of these has an index of its own, which is read from its end: however much there is, a page
 * takes as long as its lines.
 */
export async function listEvents(db: Db, wanted: Wanted, limit: number): Promise<AuditEventRow[]> {
  const { userId, folderId } = wanted
  const folders = (await foldersEverOwned(db, userId)).filter(
    (id) => folderId === undefined || id === folderId,
  )
  const places = [
    ...(folderId === undefined ? [{ column: 'account_id' as const, id: userId }] : []),
    ...folders.map((id) => ({ column: 'folder_id' as const, id })),
  ]
  const ids = new Set<number>()
  for (const some of chunks(places, placesPerStatement)) {
    const [first, ...rest] = some.map((place) => newestOf(db, place, wanted, limit))
    if (first === undefined) continue
    const all = rest.reduce((union, query) => union.unionAll(query), first)
    for (const { id } of await all.execute()) ids.add(id)
  }
  const newest = [...ids].sort((a, b) => b - a).slice(0, limit)
  const rows: AuditEventRow[] = []
  for (const some of chunks(newest, rowsPerStatement))
    rows.push(...(await db.selectFrom('audit_event').selectAll().where('id', 'in', some).execute()))
  return rows.sort((a, b) => b.id - a.id)
}

const placesPerStatement = 100
const rowsPerStatement = 500

interface Place {
  column: 'account_id' | 'folder_id'
  id: number
}

function newestOf(db: Db, { column, id }: Place, { before, kinds }: Wanted, limit: number) {
  const newest = db
    .selectFrom('audit_event')
    .select('id')
    .where(column, '=', id)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .orderBy('id', 'desc')
    .limit(limit)
  return db.selectFrom(newest.as('newest')).select('id')
}

async function foldersEverOwned(db: Db, userId: number): Promise<number[]> {
  const rows = await ownedFolders(db, userId).union(ownedDeletedFolders(db, userId)).execute()
  return rows.map(({ folder_id }) => folder_id)
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
