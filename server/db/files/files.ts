import type { SelectQueryBuilder } from 'kysely'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { Role } from '../../../contract/roster.ts'
import { accessibleFiles } from '../folders/folderAccess.ts'
import { deleteOrphanedAnswers } from '../uploads/answers.ts'
import { type Delivery, onlyDelivery } from './deliveries.ts'
import { addGarbage } from './blobLifecycle.ts'
import { slicesOf } from '../slicesOf.ts'
import { linksContaining, takeFilesOutOfLinks } from '../links/downloadLinks.ts'
import { lockFolders } from '../folders/folders.ts'
import { lastIdOfPage, rowBytesOf } from './rowBytes.ts'
import type { Db, FileRow, NewFile, Tables } from '../schema.ts'
import { addToFolderTotals } from '../folders/quotas.ts'
import { countRows, findsRow } from '../rowCounts.ts'

/** SQLite takes 32 766 parameters in one statement, PostgreSQL twice that; a file row has twenty-four. */
const rowsPerInsert = 1000
const idsPerQuery = 10_000

/** Inserts files and returns their ids by listed key. Run it in a transaction. */
export async function insertFiles(db: Db, files: readonly NewFile[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const countedFiles = files.map((file) => ({ ...file, row_bytes: rowBytesOf(file) }))
  for (const slice of slicesOf(countedFiles, rowsPerInsert)) {
    const rows = await db.insertInto('file').values(slice).returning(['id', 'listed_key']).execute()
    for (const row of rows) ids.set(row.listed_key, row.id)
  }
  await addToFolderTotals(
    db,
    countedFiles.map(({ folder_id, sealed_size, row_bytes }) => ({
      folder_id,
      bytes: sealed_size + row_bytes,
    })),
  )
  return ids
}

/** Columns for the SHA-256 of a file's sealed bytes; undefined if it is not known yet. */
export const hashColumns = (sha256: string | undefined, now: string) => ({
  sealed_sha256: sha256 ?? null,
  hashed_at: sha256 === undefined ? null : now,
})

/** Returns the elements of `keys` that files of the folder use. */
export async function takenListedKeys(
  db: Db,
  folderId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('file')
    .select('listed_key')
    .where('folder_id', '=', folderId)
    .where('listed_key', 'in', keys)
    .execute()
  return new Set(rows.map((row) => row.listed_key))
}

const listedColumns = [
  ...(['id', 'original_filename', 'directory', 'listed_name', 'size', 'sha256', 'upload_time'] as const),
  ...([
    'last_downloaded_admin',
    'uploader_email',
    'sealed_to',
    'copy_id',
    'damaged_at',
    'trashed_at',
    'expires_at',
  ] as const),
] as const
export interface ListedFile extends Pick<FileRow, (typeof listedColumns)[number]> {
  /** User name of the person who sent it from the folder's page. */
  sender: string | null
}

/**
 * Returns at most `limit` of a folder's files, ordered by id, starting behind `after`; fewer if their names are long.
 * @param trash for those in the trash instead that were deleted after `start` and can be restored `now`
 * @param newOf only those of this delivery, see [Note: Deliveries]
 */
export function listFiles(
  db: Db,
  folderId: number,
  {
    after,
    limit,
    trash,
    newOf,
  }: {
    after: number
    limit: number
    trash?: { start: string; now: string }
    newOf?: Pick<Delivery, 'batchId'> | undefined
  },
): Promise<ListedFile[]> {
  const filesAfter = db
    .selectFrom('file')
    .where('folder_id', '=', folderId)
    .where((e) =>
      trash === undefined
        ? e('trashed_at', 'is', null)
        : e.and([
            e('trashed_at', '>', trash.start),
            e.or([e('expires_at', 'is', null), e('expires_at', '>', trash.now)]),
          ]),
    )
    .$if(newOf !== undefined, (files) => onlyDelivery(files, assertDefined(newOf)))
    .where('id', '>', after)
    .orderBy('id')
  const page = filesAfter.select(['id', 'row_bytes']).limit(limit)
  const listed = filesAfter.select((e) => [
    ...listedColumns,
    e.selectFrom('user').select('username').whereRef('user.id', '=', 'file.sent_by').as('sender'),
  ])
  return listed.where('id', '<=', lastIdOfPage(page)).execute()
}

/** A file in a folder that this person may open. */
export const findFile = (db: Db, id: number, userId: number): Promise<FileRow | undefined> =>
  accessibleFiles(db, userId).selectAll('file').where('file.id', '=', id).executeTakeFirst()

export const hasFiles = (db: Db): Promise<boolean> => findsRow(db.selectFrom('file').select('id').limit(1))

export const fileExists = (db: Db, id: number): Promise<boolean> =>
  findsRow(db.selectFrom('file').select('id').where('id', '=', id))

/** Files with these ids in folders that this person may open; other ids are ignored. */
export const findFiles = (
  db: Db,
  ids: readonly number[],
  userId: number,
  files = accessibleFiles,
): Promise<FileRow[]> => files(db, userId).selectAll('file').where('file.id', 'in', ids).execute()

const namedColumns = [
  'id',
  'original_filename',
  'directory',
  'sha256',
  'manifest',
  'batch_id',
  'row_bytes',
] as const
type NamedFile = Pick<FileRow, (typeof namedColumns)[number]>

/** Files with these ids that are in the folder, and not in the trash; other ids are ignored. */
export const findFilesOfFolder = (db: Db, folderId: number, ids: readonly number[]): Promise<NamedFile[]> =>
  db
    .selectFrom('file')
    .select(namedColumns)
    .where('folder_id', '=', folderId)
    .where('trashed_at', 'is', null)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

/** A file and what is to be stored in place of its names. */
export interface RenamedFile extends Pick<
  FileRow,
  'original_filename' | 'directory' | 'listed_name' | 'listed_key' | 'sha256'
> {
  row: NamedFile
}

/** Replaces names of files of a folder. Run it in a transaction that holds the folder. */
export async function renameFiles(db: Db, folderId: number, files: readonly RenamedFile[]): Promise<void> {
  let bytes = 0
  for (const { row, ...names } of files) {
    const row_bytes = rowBytesOf({ ...names, manifest: row.manifest })
    await db
      .updateTable('file')
      .set({ ...names, row_bytes })
      .where('id', '=', row.id)
      .execute()
    bytes += row_bytes - row.row_bytes
  }
  if (files.length > 0) await addToFolderTotals(db, [{ folder_id: folderId, bytes }])
}

/** Returns the elements of `ids` that the copy operation `copyId` has already copied to the folder. */
export async function findCopiedIds(db: Db, folderId: number, copyId: string, ids: readonly number[]) {
  const rows = await db
    .selectFrom('file')
    .select('copied_from')
    .where('folder_id', '=', folderId)
    .where('copy_id', '=', copyId)
    .where('copied_from', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.copied_from))
}

export interface FolderOfFile {
  folderId: number
  role: Role
  /** Time of the file's deletion; null if it is not in the trash. */
  trashedAt: string | null
  uploadTime: string
  /** See [Note: Retention]. */
  expiresAt: string | null
}

/** Folders of the files that `findFiles` would return, by file id. @param files of which query */
export async function foldersOfFiles(
  db: Db,
  ids: readonly number[],
  userId: number,
  files = accessibleFiles,
): Promise<Map<number, FolderOfFile>> {
  const byFile = new Map<number, FolderOfFile>()
  for (const slice of slicesOf(ids, idsPerQuery)) {
    const rows = await files(db, userId)
      .select(['file.id', 'file.folder_id', 'role', 'trashed_at', 'upload_time', 'expires_at'])
      .where('file.id', 'in', slice)
      .execute()
    for (const { id, folder_id: folderId, role, ...times } of rows)
      byFile.set(id, {
        ...{ folderId, role, trashedAt: times.trashed_at },
        ...{ uploadTime: times.upload_time, expiresAt: times.expires_at },
      })
  }
  return byFile
}

/** Same as `foldersOfFiles`, but locks the folders: until the transaction ends, no member and no file is removed. */
export async function lockFoldersOfFiles(
  trx: Db,
  ids: readonly number[],
  userId: number,
  files = accessibleFiles,
) {
  const before = await foldersOfFiles(trx, ids, userId, files)
  await lockFolders(trx, new Set([...before.values()].map(({ folderId }) => folderId)))
  return foldersOfFiles(trx, ids, userId, files)
}

export async function markDownloaded(db: Db, ids: readonly number[], now: string): Promise<void> {
  for (const slice of slicesOf(ids, idsPerQuery))
    await db.updateTable('file').set({ last_downloaded_admin: now }).where('id', 'in', slice).execute()
}

/** Number of files of a folder that are not in the trash. */
export const countFiles = (db: Db, folderId: number): Promise<number> =>
  countRows(db.selectFrom('file').where('folder_id', '=', folderId).where('trashed_at', 'is', null))

/**
 * Deletes files, in the trash or not, with their entries in download links, and the answers that came with no other
 * file. Their bytes become garbage. Run it in a transaction that holds their folders.
 * @param ids at most as many as fit into one statement
 */
export async function deleteFiles(db: Db, ids: readonly number[], now: string): Promise<void> {
  if (ids.length === 0) return
  const links = await linksContaining(db, ids)
  const rows = await db
    .deleteFrom('file')
    .where('id', 'in', ids)
    .returning(['blob_key', 'folder_id', 'batch_id', 'sealed_size', 'row_bytes'])
    .execute()
  await addToFolderTotals(
    db,
    rows.map(({ folder_id, sealed_size, row_bytes }) => ({ folder_id, bytes: -sealed_size - row_bytes })),
  )
  const keys = rows.map((row) => row.blob_key)
  await addGarbage(db, keys, now)
  await takeFilesOutOfLinks(db, links, now)
  await deleteOrphanedAnswers(db, rows)
}

/** A file that is to be erased. */
export type FileToErase = Pick<FileRow, 'id' | 'folder_id' | 'trashed_at'>

/**
 * Erases files that a query has found, without those that it no longer finds once their folders are locked: they may have
 * been restored or put off meanwhile. Run it in a transaction.
 * @param find query of `id`, `folder_id` and `trashed_at` with the conditions for which they were found
 * @returns what was erased, by folder
 */
export async function eraseIfStillFound(
  trx: Db,
  found: readonly Pick<FileToErase, 'id' | 'folder_id'>[],
  find: (db: Db) => SelectQueryBuilder<Tables, 'file', FileToErase>,
  now: string,
): Promise<Map<number, FileToErase[]>> {
  if (found.length === 0) return new Map()
  await lockFolders(trx, new Set(found.map(({ folder_id }) => folder_id)))
  const ids = found.map(({ id }) => id)
  const erased = await find(trx).where('id', 'in', ids).execute()
  await deleteFiles(
    trx,
    erased.map(({ id }) => id),
    now,
  )
  return Map.groupBy(erased, ({ folder_id }) => folder_id)
}
