import { type Insertable, sql, type Updateable } from 'kysely'
import type { Folder, folderSortKeys } from '../../../contract/schemas/folders.ts'
import type { SenderField } from '../../../contract/schemas/senderFields.ts'
import { accessibleFolders } from './folderAccess.ts'
import type { Db, FolderRow, Tables } from '../schema.ts'
import { executeHasChanged } from '../rowCounts.ts'
import { slicesOf } from '../slicesOf.ts'
import { type FolderSums, sumsOfFolders } from './folderSums.ts'

const idsPerQuery = 10_000

/** A folder as seen by one of its members. */
export interface MemberFolder extends FolderRow {
  /** Choice of the requesting person. */
  notify_by_email: 0 | 1
  /** Null for a folder of one person. */
  several: Folder['several']
}
export type FolderSummary = MemberFolder & FolderSums

function memberFolders(db: Db, userId: number) {
  return accessibleFolders(db, userId)
    .leftJoin('shared_folder', 'shared_folder.folder_id', 'folder.id')
    .selectAll('folder')
    .select((e) => [
      'role',
      'folder_member.notify_by_email',
      'fid',
      e
        .selectFrom('folder_member as m')
        .select((m) => m.fn.countAll<number>().as('n'))
        .whereRef('m.folder_id', '=', 'folder.id')
        .as('people'),
      e
        .selectFrom('roster_statement')
        .select((r) => r.fn.max('seq').as('n'))
        .whereRef('roster_statement.folder_id', '=', 'folder.id')
        .as('seq'),
      e
        .selectFrom('leave_notice')
        .select((n) => n.fn.countAll<number>().as('n'))
        .whereRef('leave_notice.folder_id', '=', 'folder.id')
        .as('leaving'),
    ])
}

type MemberFolderRow = Awaited<ReturnType<ReturnType<typeof memberFolders>['executeTakeFirstOrThrow']>>

const toMemberFolder = ({ role, fid, people, seq, leaving, ...row }: MemberFolderRow): MemberFolder => ({
  ...row,
  several:
    fid === null
      ? null
      : { folder: fid, role, people: Number(people), seq: Number(seq), leaving: Number(leaving) },
})

/** Entry of a sorted list, before the folder itself is read. */
export interface SortedFolder {
  id: number
  /** Length of its long texts in bytes. */
  bytes: number
}

/** Folders that a person may open, sorted; those without the key come last, equal ones newest first. */
export async function listSortedFolders(
  db: Db,
  userId: number,
  sortBy: (typeof folderSortKeys)[number],
  order: 'asc' | 'desc',
): Promise<SortedFolder[]> {
  const rows = await accessibleFolders(db, userId)
    .select((e) => ['folder.id', e.ref(`folder.${sortBy}`).as('key'), textBytes.as('bytes')])
    .execute()
  const sign = order === 'asc' ? 1 : -1
  return rows.sort((a, b) => {
    const [one, keyB] = [a.key, b.key]
    if (one === null || keyB === null) return Number(one === null) - Number(keyB === null) || b.id - a.id
    return sign * (sortBy === 'title' ? compareTitles(one, keyB) : compareTimes(one, keyB)) || b.id - a.id
  })
}

const textBytes = sql<number>`coalesce(octet_length(description), 0) + coalesce(octet_length(allowed_emails), 0)
  + coalesce(octet_length(sender_fields), 0)`

/** Returns the folders of `ids` that this person may open, in that order. */
export async function findFolders(db: Db, ids: readonly number[], userId: number): Promise<FolderSummary[]> {
  const rows = await memberFolders(db, userId).where('folder.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, toMemberFolder(row)]))
  const sums = await sumsOfFolders(db, [...byId.keys()])
  return ids.flatMap((id) => {
    const [folder, sum] = [byId.get(id), sums.get(id)]
    return folder === undefined || sum === undefined ? [] : { ...folder, ...sum }
  })
}

/** Same as `findFolders` for one folder, without its totals. */
export async function findMemberFolder(
  db: Db,
  id: number,
  userId: number,
): Promise<MemberFolder | undefined> {
  const row = await memberFolders(db, userId).where('folder.id', '=', id).executeTakeFirst()
  return row && toMemberFolder(row)
}

/** Title order for people, independent of how the database collates umlauts and capitals. */
const compareTitles = new Intl.Collator('en', { numeric: true }).compare
const compareTimes = (keyA: string, other: string) => (keyA < other ? -1 : Number(keyA > other))

export async function findFolder(db: Db, id: number, userId: number): Promise<FolderSummary | undefined> {
  const [row] = await findFolders(db, [id], userId)
  return row
}

export function findFolderByLink(db: Db, linkToken: string): Promise<FolderRow | undefined> {
  return db
    .selectFrom('folder')
    .selectAll()
    .where('link_token', '=', linkToken)
    .where('trashed_at', 'is', null)
    .executeTakeFirst()
}

/** Inserts a folder with its owner as the only member. Run it in a transaction. */
export async function insertFolder(db: Db, folder: Insertable<Tables['folder']>, ownerId: number) {
  const { id } = await db.insertInto('folder').values(folder).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('folder_member')
    .values({ folder_id: id, user_id: ownerId, role: 'owner', since: folder.creation_date })
    .execute()
  return id
}

export async function updateFolder(db: Db, id: number, changes: Updateable<Tables['folder']>): Promise<void> {
  await db.updateTable('folder').set(changes).where('id', '=', id).execute()
}

/** Records the current upload links of folders. Call it before they are replaced, in the same transaction. */
export async function rememberUploadLinks(trx: Db, ids: readonly number[], now: string): Promise<void> {
  if (ids.length === 0) return
  await trx
    .insertInto('replaced_upload_link')
    .columns(['link_token', 'folder_id', 'replaced_at'])
    .expression((e) =>
      e
        .selectFrom('folder')
        .select((f) => ['link_token', 'id', f.val(now).as('replaced_at')])
        .where('id', 'in', ids),
    )
    .execute()
}

/** Folder that had this upload link before, with the time of the replacement. */
export function findFolderByReplacedLink(db: Db, linkToken: string) {
  return db
    .selectFrom('replaced_upload_link')
    .innerJoin('folder', 'folder.id', 'replaced_upload_link.folder_id')
    .selectAll('folder')
    .select('replaced_at')
    .where('replaced_upload_link.link_token', '=', linkToken)
    .where('trashed_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Locks the folder until the transaction ends, so that rows that refer to it can be added and concurrent confirmations
 * of one folder are serialized. False if the folder does not exist or is being deleted.
 */
export async function lockFolder(trx: Db, id: number): Promise<boolean> {
  // A separate statement: in the same one, PostgreSQL would see the members as they were before it waited for the lock.
  return (await lockRow(trx, id)) && (await foldersWithMembers(trx, [id])).has(id)
}

/** Locks several folders as `lockFolder` does, always in the same order. @returns those that exist and have members */
export async function lockFolders(trx: Db, ids: Iterable<number>): Promise<Set<number>> {
  const locked: number[] = []
  for (const id of [...ids].sort((a, b) => a - b)) if (await lockRow(trx, id)) locked.push(id)
  return foldersWithMembers(trx, locked)
}

const lockRow = (trx: Db, id: number): Promise<boolean> =>
  executeHasChanged(
    trx
      .updateTable('folder')
      .set((e) => ({ last_upload_time: e.ref('last_upload_time') }))
      .where('id', '=', id),
  )

/** Returns the elements of `ids` whose folders are not being deleted, see [Note: Deleting a folder]. */
async function foldersWithMembers(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const withMembers = new Set<number>()
  for (const slice of slicesOf(ids, idsPerQuery)) {
    const members = db.selectFrom('folder_member').select('folder_id').distinct()
    for (const { folder_id } of await members.where('folder_id', 'in', slice).execute())
      withMembers.add(folder_id)
  }
  return withMembers
}

export async function setLastUploadTime(db: Db, id: number, lastUploadTime: string): Promise<void> {
  await db.updateTable('folder').set({ last_upload_time: lastUploadTime }).where('id', '=', id).execute()
}

/** Addresses as typed; null if any verified one is allowed. */
export const allowedEmails = (folder: Pick<FolderRow, 'allowed_emails'>): string[] | null =>
  folder.allowed_emails === null ? null : (JSON.parse(folder.allowed_emails) as string[])

export const senderFieldsOf = ({ sender_fields }: Pick<FolderRow, 'sender_fields'>): SenderField[] =>
  sender_fields === null ? [] : (JSON.parse(sender_fields) as SenderField[])
