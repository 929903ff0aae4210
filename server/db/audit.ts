import { sql } from 'kysely'
import type { AuditKind } from '../../contract/auditKinds.ts'
import type { AuditDetails } from '../../contract/schemas/audit.ts'
import { slicesOf } from './slicesOf.ts'
import type { AuditEventRow, Db } from './schema.ts'

type NewEvent = Omit<AuditEventRow, 'id' | 'actor' | 'folder' | 'details'> & { details: AuditDetails }

/** Inserts an event with the current names of actor and folder. @returns its id */
export async function insertEvent(db: Db, event: NewEvent): Promise<number> {
  const { id } = await insertQuery(db, [event]).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Same as `insertEvent` for several events, in order. */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  for (const slice of slicesOf(events, rowsPerStatement)) await insertQuery(db, slice).execute()
}

const insertQuery = (db: Db, events: readonly NewEvent[]) =>
  db.insertInto('audit_event').values((e) =>
    events.map(({ details, ...event }) => ({
      ...event,
      actor: e.selectFrom('user').select('username').where('id', '=', event.actor_id),
      folder: e.selectFrom('folder').select('title').where('id', '=', event.folder_id),
      details: JSON.stringify(details),
    })),
  )

/** Replaces the details of a download's event, the only ones that may change. */
export async function updateDownloadDetails(db: Db, id: number, details: AuditDetails): Promise<void> {
  await db
    .updateTable('audit_event')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute()
}

/** Position of an event in a history, which is ordered by time and, within the same millisecond, by id. */
type EventPosition = Pick<AuditEventRow, 'id' | 'at'>

const newestFirst = (a: EventPosition, b: EventPosition): number =>
  a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1

export interface EventFilter {
  userId: number
  /** Position that all listed events are behind. */
  before?: EventPosition | undefined
  folderId?: number | undefined
  kinds?: readonly AuditKind[] | undefined
}

/** Position of an event in the account's history; undefined for events of others. */
export async function findEventPosition(db: Db, id: number, userId: number) {
  const event = await db
    .selectFrom('audit_event')
    .select(['at', 'account_id', 'folder_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (event === undefined) return undefined
  const { at, account_id, folder_id } = event
  const isTheirs = account_id === userId || (folder_id !== null && (await ownsOrOwned(db, folder_id, userId)))
  return isTheirs ? { id, at } : undefined
}

/**
 * Newest events first of those that an account may see: events of the account itself and of folders that it owns, or
 * owned when they were deleted. There is an index of the events of each account and each folder, and another by kind;
 * each is read from the start of the page. A page therefore takes time for its own events and one look at the newest
 * event of each folder, however long the history is.
 * @param enqueue runs each statement
 */
export async function listEvents(db: Db, filter: EventFilter, limit: number, enqueue: EnqueueStatement) {
  const { userId, folderId, before } = filter
  const kinds = filter.kinds === undefined ? [undefined] : new Set(filter.kinds)
  const ranges: EventRange[] = await rangesWithNewestEvents(db, filter, kinds, limit, enqueue)
  if (folderId === undefined)
    for (const kind of kinds) ranges.push({ column: 'account_id', id: userId, kind })
  const positions = new Map<number, EventPosition>()
  for (const slice of slicesOf(ranges, rangesPerStatement)) {
    const [first, ...rest] = slice.map((range) => newestEventsOfRange(db, range, before, limit))
    if (first === undefined) continue
    const all = rest.reduce((union, query) => union.unionAll(query), first)
    for (const event of await enqueue(() => all.execute())) positions.set(event.id, event)
  }
  const newest = [...positions.values()].sort(newestFirst).slice(0, limit)
  const rows: AuditEventRow[] = []
  const ids = newest.map(({ id }) => id)
  for (const slice of slicesOf(ids, rowsPerStatement))
    rows.push(...(await db.selectFrom('audit_event').selectAll().where('id', 'in', slice).execute()))
  return rows.sort(newestFirst)
}

export type EnqueueStatement = <T>(work: () => Promise<T>) => Promise<T>

const rangesPerStatement = 100
const rowsPerStatement = 500
export const foldersPerStatement = 500

/** Contiguous events of an index: those of an account or a folder, all of them or those of one kind. */
interface EventRange {
  column: 'account_id' | 'folder_id'
  id: number
  kind: AuditKind | undefined
}

export function newestEventsOfRange(
  db: Db,
  { column, id, kind }: EventRange,
  before: EventPosition | undefined,
  limit: number,
) {
  const ordered = newestEventsBefore(db, before, kind).where(column, '=', id).limit(limit)
  return db.selectFrom(ordered.as('newest')).select(['id', 'at'])
}

function newestEventsBefore(db: Db, before: EventPosition | undefined, kind: AuditKind | undefined) {
  let events = db.selectFrom('audit_event').select(['id', 'at'])
  if (kind !== undefined) events = events.where('kind', '=', kind)
  if (before !== undefined) {
    const { id, at } = before
    // The index is entered by the first condition.
    events = events.where('at', '<=', at).where((e) => e.or([e('at', '<', at), e('id', '<', id)]))
  }
  return events.orderBy('at', 'desc').orderBy('id', 'desc')
}

/**
 * Ranges of the folders with the newest events; no event of any other folder is among the newest `limit`. Reads a few
 * folders at a time, as there may be as many deleted ones as an account can create in AUDIT_DAYS.
 */
async function rangesWithNewestEvents(
  db: Db,
  { userId, folderId, before }: EventFilter,
  kinds: Iterable<AuditKind | undefined>,
  limit: number,
  enqueue: EnqueueStatement,
): Promise<EventRange[]> {
  if (folderId !== undefined) {
    if (!(await ownsOrOwned(db, folderId, userId))) return []
    return Array.from(kinds, (kind) => ({ column: 'folder_id' as const, id: folderId, kind }))
  }
  const column = 'folder_id'
  let newest: (EventRange & { event: EventPosition })[] = []
  const add = async (folders: FolderQuery, ids: readonly number[]) => {
    for (const kind of kinds) {
      const events = await enqueue(() => newestEventOfEachFolder(db, folders, before, kind).execute())
      // A folder that is deleted meanwhile comes up twice.
      const others = newest.filter((range) => range.kind !== kind || !ids.includes(range.id))
      const ranges = events.map(({ folder_id: id, ...event }) => ({ column, id, kind, event }) as const)
      newest = [...others, ...ranges].sort((a, b) => newestFirst(a.event, b.event)).slice(0, limit)
    }
  }
  const owned = ownedFolders(db, userId)
  for (let after = 0; ;) {
    const page = owned.where('folder_id', '>', after).orderBy('folder_id').limit(foldersPerStatement)
    const ids = (await enqueue(() => page.execute())).map((row) => row.folder_id)
    const last = ids.at(-1)
    if (last === undefined) break
    await add(owned.where('folder_id', 'in', ids), ids)
    after = last
  }
  const deleted = ownedDeletedFolders(db, userId)
  for (let last: { folder_id: number; deleted_at: string } | undefined; ;) {
    const page = await enqueue(() => deletedFoldersAfter(deleted, last).execute())
    const oldest = newest.length < limit ? undefined : newest.at(-1)?.event.at
    if (page[0] === undefined || (oldest !== undefined && isLongBeforeEvent(page[0].deleted_at, oldest)))
      break
    const ids = page.map((row) => row.folder_id)
    await add(deleted.where('folder_id', 'in', ids), ids)
    last = page.at(-1)
  }
  return newest
}

/** Folders behind `last` in the order of their deletion, the last deleted first. */
function deletedFoldersAfter(
  deleted: ReturnType<typeof ownedDeletedFolders>,
  last: { folder_id: number; deleted_at: string } | undefined,
) {
  const page = deleted.select('deleted_at').orderBy('deleted_at', 'desc').orderBy('folder_id', 'desc')
  if (last === undefined) return page.limit(foldersPerStatement)
  const { folder_id, deleted_at } = last
  return page
    .where('deleted_at', '<=', deleted_at)
    .where((e) => e.or([e('deleted_at', '<', deleted_at), e('folder_id', '<', folder_id)]))
    .limit(foldersPerStatement)
}

/** True if no event of a folder that was deleted then can be as late as `at`; a running download goes on for a while. */
const isLongBeforeEvent = (deletedAt: string, at: string): boolean =>
  Date.parse(deletedAt) + maxAfterDeletionMs < Date.parse(at)

const maxAfterDeletionMs = 2 * 24 * 3600_000

type FolderQuery = ReturnType<typeof ownedFolders | typeof ownedDeletedFolders>

/** Newest event of each of these folders, if it has any. */
function newestEventOfEachFolder(
  db: Db,
  folders: FolderQuery,
  before: EventPosition | undefined,
  kind: AuditKind | undefined,
) {
  const eventId = newestEventsBefore(db, before, kind)
    .clearSelect()
    .select('audit_event.id')
    .where('audit_event.folder_id', '=', sql.ref<number>('owned.folder_id'))
    .limit(1)
  const newest = db.selectFrom(folders.as('owned')).select(['owned.folder_id', eventId.as('event_id')])
  return db
    .selectFrom(newest.as('newest'))
    .innerJoin('audit_event as event', 'event.id', 'newest.event_id')
    .select(['newest.folder_id', 'event.id', 'event.at'])
}

async function ownsOrOwned(db: Db, folderId: number, userId: number): Promise<boolean> {
  const owned = await ownedFolders(db, userId).where('folder_id', '=', folderId).executeTakeFirst()
  return owned !== undefined || (await ownedWhenDeleted(db, folderId, userId))
}

const ownedFolders = (db: Db, userId: number) =>
  db.selectFrom('folder_member').select('folder_id').where('user_id', '=', userId).where('role', '=', 'owner')

const ownedDeletedFolders = (db: Db, userId: number) =>
  db.selectFrom('deleted_folder_owner').select('folder_id').where('user_id', '=', userId)

export async function ownedWhenDeleted(db: Db, folderId: number, userId: number): Promise<boolean> {
  const row = await ownedDeletedFolders(db, userId).where('folder_id', '=', folderId).executeTakeFirst()
  return row !== undefined
}

/**
 * Remembers the owners of a folder. Call it in the transaction that deletes the folder, before the deletion.
 * @param members `trashed_member` for a folder in the trash, whose owners were remembered when it came there
 */
export async function recordDeletedFolderOwners(
  trx: Db,
  folderId: number,
  now: string,
  members: 'folder_member' | 'trashed_member' = 'folder_member',
): Promise<void> {
  await trx
    .insertInto('deleted_folder_owner')
    .columns(['folder_id', 'user_id', 'deleted_at'])
    .expression((e) =>
      e
        .selectFrom(members)
        .select((m) => ['folder_id', 'user_id', m.val(now).as('deleted_at')])
        .where('folder_id', '=', folderId)
        .where('role', '=', 'owner'),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'folder_id']).doUpdateSet({ deleted_at: now }))
    .execute()
}
