import { sql } from 'kysely'
import type { AuditKind } from '../../contract/auditKinds.ts'
import type { AuditDetails } from '../../contract/schemas/audit.ts'
import { chunks } from './chunks.ts'
import { removeSome } from './removeSome.ts'
import type { AuditEventRow, Db } from './schema.ts'

export type NewEvent = Omit<AuditEventRow, 'id' | 'actor' | 'folder' | 'details'> & { details: AuditDetails }

/** Writes the event, with the names that actor and folder have at this moment. */
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
  /** Id of a line: those that stand behind it. Of what is no line of theirs: those that have a lower id. */
  before?: number | undefined
  folderId?: number | undefined
  kinds?: readonly AuditKind[] | undefined
}

/**
 * The newest first, of what this person may know: what happened to their account, and in folders that they own, or
 * owned when they were deleted. Each of these has an index of its own, which is read from where the page begins:
 * however much there is, a page takes as long as its lines, and a look at the newest line of each folder.
 */
export async function listEvents(db: Db, wanted: Wanted, limit: number): Promise<AuditEventRow[]> {
  const { userId, folderId, kinds } = wanted
  const before = wanted.before === undefined ? undefined : await cursorOf(db, wanted.before, userId)
  const folders = await newestFolders(db, wanted, before, limit)
  const places = [
    ...(folderId === undefined ? [{ column: 'account_id' as const, id: userId }] : []),
    ...folders.map((id) => ({ column: 'folder_id' as const, id })),
  ]
  const lines = new Map<number, Line>()
  for (const some of chunks(places, placesPerStatement)) {
    const [first, ...rest] = some.map((place) => newestOf(db, place, before, kinds, limit))
    if (first === undefined) continue
    const all = rest.reduce((union, query) => union.unionAll(query), first)
    for (const line of await all.execute()) lines.set(line.id, line)
  }
  const newest = [...lines.values()].sort(newestFirst).slice(0, limit)
  const rows: AuditEventRow[] = []
  for (const some of chunks(
    newest.map(({ id }) => id),
    rowsPerStatement,
  ))
    rows.push(...(await db.selectFrom('audit_event').selectAll().where('id', 'in', some).execute()))
  return rows.sort(newestFirst)
}

/** Where a line stands: by when it happened, and of two at the same moment by which was written first. */
type Line = Pick<AuditEventRow, 'id' | 'at'>

const newestFirst = (a: Line, b: Line): number => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1)

/** Without a time, only the id counts. */
type Cursor = Pick<Line, 'id'> & Partial<Line>

/** When a line of somebody else happened is not to be told: it is as one that is not there. */
async function cursorOf(db: Db, id: number, userId: number): Promise<Cursor> {
  const line = await db
    .selectFrom('audit_event')
    .select(['at', 'account_id', 'folder_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (line === undefined) return { id }
  const { at, account_id, folder_id } = line
  const isTheirs = account_id === userId || (folder_id !== null && (await hasOwned(db, folder_id, userId)))
  return isTheirs ? { id, at } : { id }
}

const placesPerStatement = 100
const rowsPerStatement = 500

interface Place {
  column: 'account_id' | 'folder_id'
  id: number
}

/** Of one place, the newest first. */
export function newestOf(
  db: Db,
  { column, id }: Place,
  before: Cursor | undefined,
  kinds: Wanted['kinds'],
  limit: number,
) {
  const ordered = linesBefore(db, before, kinds).where(column, '=', id).limit(limit)
  return db.selectFrom(ordered.as('newest')).select(['id', 'at'])
}

function linesBefore(db: Db, before: Cursor | undefined, kinds: Wanted['kinds']) {
  let lines = db.selectFrom('audit_event').select(['id', 'at'])
  if (before?.at !== undefined) {
    const { id: ofLine, at } = before
    // The first condition is the one that an index is entered by.
    lines = lines.where('at', '<=', at).where((e) => e.or([e('at', '<', at), e('id', '<', ofLine)]))
  } else if (before !== undefined) {
    lines = lines.where('id', '<', before.id)
  }
  if (kinds !== undefined) lines = lines.where('kind', 'in', kinds)
  return lines.orderBy('at', 'desc').orderBy('id', 'desc')
}

/**
 * Of the folders that this person owns or owned, those with the newest lines: in the others none is among the newest
 * `limit`. One statement, however many folders there were.
 */
async function newestFolders(
  db: Db,
  { userId, folderId, kinds }: Wanted,
  before: Cursor | undefined,
  limit: number,
): Promise<number[]> {
  if (folderId !== undefined) return (await hasOwned(db, folderId, userId)) ? [folderId] : []
  const newestLine = linesBefore(db, before, kinds)
    .clearSelect()
    .select('audit_event.id')
    .where('audit_event.folder_id', '=', sql.ref<number>('owned.folder_id'))
    .limit(1)
  const newest = db
    .selectFrom(everOwned(db, userId).as('owned'))
    .select(['owned.folder_id', newestLine.as('line_id')])
  const rows = await db
    .selectFrom(newest.as('newest'))
    .innerJoin('audit_event as line', 'line.id', 'newest.line_id')
    .select('newest.folder_id')
    .orderBy('line.at', 'desc')
    .orderBy('line.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ folder_id }) => folder_id)
}

const everOwned = (db: Db, userId: number) => ownedFolders(db, userId).union(ownedDeletedFolders(db, userId))

async function hasOwned(db: Db, folderId: number, userId: number): Promise<boolean> {
  const owned = await ownedFolders(db, userId).where('folder_id', '=', folderId).executeTakeFirst()
  return owned !== undefined || (await ownedWhenDeleted(db, folderId, userId))
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

/** Call it in the transaction that deletes the folder, before it does. */
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
export const deleteOldEvents = (db: Db, before: string): Promise<number> =>
  removeSome(db, 'audit_event', ['id'], sql`at < ${before}`)

export const deleteOldOwners = (db: Db, before: string): Promise<number> =>
  removeSome(db, 'deleted_folder_owner', ['user_id', 'folder_id'], sql`deleted_at < ${before}`)
