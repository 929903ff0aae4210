import type { Insertable, Updateable } from 'kysely'
import type { folderSortKeys } from '../../contract/folders.ts'
import type { Db, FolderRow, FolderTable } from './schema.ts'

export interface FolderSummary extends FolderRow {
  file_count: number
  total_size: number
  undownloaded_count: number
}

function summaries(db: Db, ownerId: number) {
  return db
    .selectFrom('folder')
    .selectAll('folder')
    .select((e) => [
      e
        .selectFrom('file')
        .select((f) => f.fn.countAll<number>().as('n'))
        .whereRef('file.folder_id', '=', 'folder.id')
        .as('file_count'),
      e
        .selectFrom('file')
        .select((f) => f.fn.sum<number>('file.size').as('n'))
        .whereRef('file.folder_id', '=', 'folder.id')
        .as('total_size'),
      e
        .selectFrom('file')
        .select((f) => f.fn.countAll<number>().as('n'))
        .whereRef('file.folder_id', '=', 'folder.id')
        .where('file.last_downloaded_admin', 'is', null)
        .as('undownloaded_count'),
    ])
    .where('owner_id', '=', ownerId)
}

type RawSummary = FolderRow & {
  file_count: number | null
  total_size: number | null
  undownloaded_count: number | null
}
const summary = (row: RawSummary): FolderSummary => ({
  ...row,
  file_count: Number(row.file_count),
  total_size: Number(row.total_size),
  undownloaded_count: Number(row.undownloaded_count),
})

/** Folders without the asked date come last in either direction; equal ones stand newest first. */
export async function listFolders(
  db: Db,
  ownerId: number,
  sortBy: (typeof folderSortKeys)[number],
  order: 'asc' | 'desc',
): Promise<FolderSummary[]> {
  const rows = await summaries(db, ownerId).execute()
  const turn = order === 'asc' ? 1 : -1
  return rows.map(summary).sort((a, b) => {
    const [one, other] = [a[sortBy], b[sortBy]]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || b.id - a.id
    return turn * (sortBy === 'title' ? byTitle(one, other) : byTime(one, other)) || b.id - a.id
  })
}

/** As people look for titles, whatever the database thinks of umlauts and capitals. */
const byTitle = new Intl.Collator('en', { numeric: true }).compare
const byTime = (one: string, other: string) => (one < other ? -1 : Number(one > other))

export async function findFolder(db: Db, id: number, ownerId: number): Promise<FolderSummary | undefined> {
  const row = await summaries(db, ownerId).where('id', '=', id).executeTakeFirst()
  return row && summary(row)
}

export async function ownsFolder(db: Db, id: number, ownerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('folder')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row !== undefined
}

export function findFolderByLink(db: Db, linkToken: string): Promise<FolderRow | undefined> {
  return db.selectFrom('folder').selectAll().where('link_token', '=', linkToken).executeTakeFirst()
}

export async function insertFolder(db: Db, folder: Insertable<FolderTable>): Promise<number> {
  const row = await db.insertInto('folder').values(folder).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** False when the owner has no such folder. */
export async function updateFolder(
  db: Db,
  id: number,
  ownerId: number,
  changes: Updateable<FolderTable>,
): Promise<boolean> {
  const result = await db
    .updateTable('folder')
    .set(changes)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Holds the folder until the transaction ends: what hangs on it cannot lose it, and two confirmations of one folder
 * follow each other. False when the folder is gone.
 */
export async function holdFolder(trx: Db, id: number): Promise<boolean> {
  const result = await trx
    .updateTable('folder')
    .set((e) => ({ last_upload_time: e.ref('last_upload_time') }))
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** As `holdFolder`, of several, in the order in which everybody takes them. */
export async function holdFolders(trx: Db, ids: Iterable<number>): Promise<void> {
  for (const id of [...ids].sort((a, b) => a - b)) await holdFolder(trx, id)
}

/** Notes that a file arrived. */
export async function touchFolder(db: Db, id: number, lastUploadTime: string): Promise<void> {
  await db.updateTable('folder').set({ last_upload_time: lastUploadTime }).where('id', '=', id).execute()
}

/** Addresses as they were typed; null: any verified one. */
export const allowedEmails = (folder: Pick<FolderRow, 'allowed_emails'>): string[] | null =>
  folder.allowed_emails === null ? null : (JSON.parse(folder.allowed_emails) as string[])

/** The row, its batch results, codes and passed gates. Files and uploads must be gone before. */
export async function deleteFolder(db: Db, id: number): Promise<void> {
  await db.deleteFrom('folder').where('id', '=', id).execute()
}
