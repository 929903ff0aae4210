import { type Insertable, sql } from 'kysely'
import { endSomeLinks, endLinksQuery } from './endedLinks.ts'
import { executeHasChanged } from '../rowCounts.ts'
import { rowsPerRemoval } from '../removeSomeRows.ts'
import { tokenHash } from '../../util/tokens.ts'
import { accessibleLinks, linksWithTrash } from '../folders/folderAccess.ts'
import { slicesOf } from '../slicesOf.ts'
import { lastIdOfPage } from '../files/rowBytes.ts'
import type { Db, DownloadLinkRow, FileRow, LinkBoxRow, Tables } from '../schema.ts'

/** SQLite takes 32 766 parameters in one statement; a row has three. */
const rowsPerInsert = 10_000
const idsPerQuery = 10_000

/** Marks a token as used. False if a link had it before. Run it in the transaction that inserts its link. */
export const markLinkTokenUsed = (db: Db, linkToken: string): Promise<boolean> =>
  executeHasChanged(
    db
      .insertInto('used_link_token')
      .values({ token_hash: tokenHash(linkToken) })
      .onConflict((conflict) => conflict.doNothing()),
  )

export type NewLinkBox = Omit<LinkBoxRow, 'link_id'>

/**
 * Inserts a link. Run it in a transaction.
 * @param sealedKeys part2 of the key strings of its files, by id
 * @returns its id
 */
export async function insertLink(
  db: Db,
  link: Insertable<Tables['download_link']>,
  sealedKeys: ReadonlyMap<number, string>,
  box: NewLinkBox | null,
): Promise<number> {
  const { id } = await db
    .insertInto('download_link')
    .values({ ...link, file_count: sealedKeys.size })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addFilesToLink(db, id, sealedKeys)
  if (box !== null) {
    await db
      .insertInto('link_box')
      .values({ link_id: id, ...box })
      .execute()
  }
  return id
}

/** Adds files to a link, and does not count them (`removeFilesOfLink`). @param sealedKeys as for `insertLink` */
export async function addFilesToLink(
  db: Db,
  linkId: number,
  sealedKeys: ReadonlyMap<number, string>,
): Promise<void> {
  const rows = [...sealedKeys].map(([file_id, sealed_key]) => ({ link_id: linkId, file_id, sealed_key }))
  for (const slice of slicesOf(rows, rowsPerInsert))
    await db.insertInto('download_link_file').values(slice).execute()
}

export interface LinkCounts {
  links: number
  files: number
  /** People who are named in the links. */
  people: number
}

/** Number of links that this person has created in folders that they may open, and of their files and named people. */
export async function countOwnLinks(db: Db, userId: number): Promise<LinkCounts> {
  const row = await linksWithTrash(db, userId)
    .where('creator_id', '=', userId)
    .select(({ fn }) => [
      fn.countAll<number | string>().as('links'),
      fn.sum<number | string | null>('file_count').as('files'),
      fn.sum<number | string | null>('people_count').as('people'),
    ])
    .executeTakeFirstOrThrow()
  return { links: Number(row.links), files: Number(row.files), people: Number(row.people) }
}

/** Ends some of the links counted by `countOwnLinks` that have expired by now. False if there are none. */
export async function endOwnExpiredLinks(db: Db, userId: number, now: string): Promise<boolean> {
  const expired = await linksWithTrash(db, userId)
    .select('download_link.id')
    .where('creator_id', '=', userId)
    .where('expiration_date', '<=', now)
    .limit(rowsPerRemoval)
    .execute()
  const ids = expired.map(({ id }) => id)
  return (await endSomeLinks(db, ids, now, now)) > 0
}

/** A link in a folder that this person may open, with the data sealed at its creation (null for none). */
export function findAccessibleLink(db: Db, linkToken: string, userId: number) {
  return accessibleLinks(db, userId)
    .leftJoin('link_box', 'link_box.link_id', 'download_link.id')
    .select([
      'password_hash',
      'creator_id',
      'download_link.folder_id',
      'sealed_link',
      'file_commitments',
      'request_hash',
    ])
    .where('download_link.link_token', '=', linkToken)
    .executeTakeFirst()
}

export interface LinkFilter {
  now: string
  state: 'active' | 'expired'
}

/** Returns at most `limit` links of a folder in this state, newest first, with ids below `before`. */
export function listLinks(
  db: Db,
  folderId: number,
  { now, state }: LinkFilter,
  { before, limit }: { before: number; limit: number },
): Promise<DownloadLinkRow[]> {
  return db
    .selectFrom('download_link')
    .selectAll()
    .where('folder_id', '=', folderId)
    .where('ended_at', 'is', null)
    .where('file_count', '>', 0)
    .where('id', '<', before)
    .where((e) =>
      state === 'expired'
        ? e('expiration_date', '<=', now)
        : e.or([e('expiration_date', 'is', null), e('expiration_date', '>', now)]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Place of a link in the list over all folders. */
export interface LinkPlace {
  folderId: number
  id: number
}

/** Returns at most `limit` links of the folders that this person may open, folder by folder, behind `after`. */
export const listAccessibleLinks = (
  db: Db,
  userId: number,
  { folderId, id }: LinkPlace,
  limit: number,
): Promise<DownloadLinkRow[]> =>
  accessibleLinks(db, userId)
    .selectAll('download_link')
    // By the columns of the member: SQLite sorts nothing then.
    .where('folder_member.folder_id', '>=', folderId)
    .where((e) => e.or([e('folder_member.folder_id', '>', folderId), e('download_link.id', '>', id)]))
    .orderBy('folder_member.folder_id')
    .orderBy('download_link.id')
    .limit(limit)
    .execute()

/** A link of a folder that this person may open. */
export const findAccessibleRow = (
  db: Db,
  linkToken: string,
  userId: number,
): Promise<DownloadLinkRow | undefined> =>
  accessibleLinks(db, userId)
    .selectAll('download_link')
    .where('download_link.link_token', '=', linkToken)
    .executeTakeFirst()

/** Returns at most `limit` of a link's files with their names, ordered by id, starting behind `after`. */
export function listLinkFileNames(db: Db, linkId: number, after: number, limit: number) {
  return filesOfLink(db, linkId)
    .select(['file.id', 'original_filename'])
    .where('file_id', '>', after)
    .orderBy('file_id')
    .limit(limit)
    .execute()
}

/** Returns the first `count` files of each link with their names, ordered by id. */
export function listFirstFileNames(db: Db, linkIds: readonly number[], count: number) {
  return (
    db
      .selectFrom('download_link')
      // In this order of loops: SQLite would read all files of the links.
      .crossJoin('download_link_file as linked')
      .innerJoin('file', 'file.id', 'linked.file_id')
      .select(['linked.link_id', 'file.id', 'original_filename'])
      .where('download_link.id', 'in', linkIds)
      .where('file.trashed_at', 'is', null)
      .whereRef('linked.link_id', '=', 'download_link.id')
      .where((e) => {
        const last = e
          .selectFrom('download_link_file as first')
          .innerJoin('file as first_file', 'first_file.id', 'first.file_id')
          .select('first.file_id')
          .where('first_file.trashed_at', 'is', null)
          .whereRef('first.link_id', '=', 'download_link.id')
          .orderBy('first.file_id')
          .limit(1)
          .offset(count - 1)
        return e('linked.file_id', '<=', e.fn.coalesce(last, e.val(Number.MAX_SAFE_INTEGER)))
      })
      .orderBy('linked.file_id')
      .execute()
  )
}

type LinkPassword = Pick<
  DownloadLinkRow,
  'password_hash' | 'password_salt' | 'password_iterations' | 'sealed_master'
>

export type LinkAccess = NonNullable<Awaited<ReturnType<typeof findLinkAccess>>>

/** A link in a folder that this person may open, with their role there, also if all its files are in the trash. */
export function findLinkAccess(db: Db, idOrToken: number | string, userId: number) {
  return linksWithTrash(db, userId)
    .select([
      'download_link.id',
      'download_link.folder_id',
      'creator_id',
      'link_token',
      'expiration_date',
      'password_hash',
      'max_downloads',
      'requires_email',
      'role',
    ])
    .where((e) =>
      typeof idOrToken === 'number' ? e('download_link.id', '=', idOrToken) : e('link_token', '=', idOrToken),
    )
    .executeTakeFirst()
}

/** Changes a link. @returns false if it has ended */
export async function updateLink(
  db: Db,
  id: number,
  changes: {
    [
      member in 'expiration_date' | 'max_downloads' | 'title' | 'message' | 'link_token' | keyof LinkPassword
    ]?: DownloadLinkRow[member] | undefined
  },
): Promise<boolean> {
  if (Object.values(changes).every((value) => value === undefined)) return true
  return executeHasChanged(
    db.updateTable('download_link').set(changes).where('id', '=', id).where('ended_at', 'is', null),
  )
}

/** Finds the box of a link, which its maker alone can open; undefined for links of clients that seal nothing. */
export const findLinkBox = (db: Db, linkId: number): Promise<LinkBoxRow | undefined> =>
  db.selectFrom('link_box').selectAll().where('link_id', '=', linkId).executeTakeFirst()

export const updateLinkBox = (
  db: Db,
  linkId: number,
  box: Pick<LinkBoxRow, 'sealed_link' | 'file_commitments'>,
): Promise<unknown> => db.updateTable('link_box').set(box).where('link_id', '=', linkId).execute()

/** Removes files from a link; those that were deleted since are no longer in it. @returns the number of its files, counted anew */
export async function removeFilesOfLink(db: Db, linkId: number, fileIds: readonly number[]): Promise<number> {
  for (const slice of slicesOf(fileIds, idsPerQuery))
    await db
      .deleteFrom('download_link_file')
      .where('link_id', '=', linkId)
      .where('file_id', 'in', slice)
      .execute()
  const { file_count } = await db
    .updateTable('download_link')
    .set({ file_count: sql<number>`${countedFiles}` })
    .where('id', '=', linkId)
    .returning('file_count')
    .executeTakeFirstOrThrow()
  return file_count
}

/** Number of files of a link that are not in the trash: its `file_count`. */
export const countedFiles = sql<number | string>`(select count(*) from download_link_file
  join file on file.id = file_id where link_id = download_link.id and trashed_at is null)`

/** Ids of the links that contain some of these files, grouped by how many of them are not in the trash. */
export async function linksContaining(db: Db, fileIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('download_link_file')
    .innerJoin('file', 'file.id', 'file_id')
    .select([
      'link_id',
      sql<number | string>`sum(case when trashed_at is null then 1 else 0 end)`.as('files'),
    ])
    .where('file_id', 'in', fileIds)
    .groupBy('link_id')
    .execute()
  const byFileCount = new Map<number, number[]>()
  for (const { link_id, files } of rows) {
    const ids = byFileCount.get(Number(files))
    if (ids) ids.push(link_id)
    else byFileCount.set(Number(files), [link_id])
  }
  return byFileCount
}

/**
 * Subtracts deleted files from the numbers of their links, and ends links without files, even in the trash. Run it in the
 * transaction that deletes the files.
 * @param links result of `linksContaining` before the deletion
 */
export async function takeFilesOutOfLinks(
  db: Db,
  links: ReadonlyMap<number, readonly number[]>,
  now: string,
): Promise<void> {
  await addToFileCounts(db, links, -1)
  for (const slice of slicesOf([...links.values()].flat(), idsPerQuery))
    await endLinksQuery(db, slice, now)
      .where('file_count', '=', 0)
      .where((e) => {
        const rows = e.selectFrom('download_link_file').select('file_id')
        return e.not(e.exists(rows.whereRef('link_id', '=', 'download_link.id')))
      })
      .execute()
}

/** Adds restored files to the numbers of their links. @param links result of `linksContaining` after the restoration */
export const putFilesIntoLinks = (db: Db, links: ReadonlyMap<number, readonly number[]>): Promise<void> =>
  addToFileCounts(db, links, 1)

async function addToFileCounts(
  db: Db,
  links: ReadonlyMap<number, readonly number[]>,
  sign: 1 | -1,
): Promise<void> {
  for (const [files, ids] of links) {
    // Links with files of the trash alone, which are not counted.
    if (files === 0) continue
    for (const slice of slicesOf(ids, idsPerQuery))
      await db
        .updateTable('download_link')
        .set((e) => ({ file_count: e('file_count', '+', sign * files) }))
        .where('id', 'in', slice)
        .execute()
  }
}

/** Finds a link by its token; undefined if it has ended, or its files or its folder are deleted or in the trash. */
export function findLink(db: Db, linkToken: string): Promise<DownloadLinkRow | undefined> {
  return db
    .selectFrom('download_link')
    .selectAll()
    .where('link_token', '=', linkToken)
    .where('ended_at', 'is', null)
    .where('file_count', '>', 0)
    .where((e) =>
      e.exists(
        e
          .selectFrom('folder_member')
          .select('user_id')
          .whereRef('folder_member.folder_id', '=', 'download_link.folder_id'),
      ),
    )
    .executeTakeFirst()
}

const linkedColumns = ['original_filename', 'size', 'sha256', 'encryption_iv', 'manifest'] as const
export type LinkedFile = Pick<FileRow, 'id' | (typeof linkedColumns)[number]> & { sealed_key: string }

/** Returns at most `limit` of a link's files, ordered by id, starting behind `after`; fewer if their names are long. */
export function listLinkedFiles(db: Db, linkId: number, after: number, limit: number): Promise<LinkedFile[]> {
  const filesAfter = filesOfLink(db, linkId).where('file_id', '>', after).orderBy('file_id')
  const page = filesAfter.select(['file.id', 'row_bytes']).limit(limit)
  return filesAfter
    .select(['file.id', ...linkedColumns, 'sealed_key'])
    .where('file_id', '<=', lastIdOfPage(page))
    .execute()
}

const filesOfLink = (db: Db, linkId: number) =>
  db
    .selectFrom('download_link_file')
    .innerJoin('file', 'file.id', 'download_link_file.file_id')
    .where('link_id', '=', linkId)
    .where('file.trashed_at', 'is', null)

export const findLinkedFile = (db: Db, linkId: number, fileId: number): Promise<FileRow | undefined> =>
  filesOfLink(db, linkId).selectAll('file').where('file_id', '=', fileId).executeTakeFirst()

export const findLinkedFiles = (db: Db, linkId: number, fileIds: readonly number[]): Promise<FileRow[]> =>
  filesOfLink(db, linkId).selectAll('file').where('file_id', 'in', fileIds).execute()

/** Adds to the download count of a link. @returns the link if these are its first downloads */
export async function addDownloads(db: Db, linkId: number, count: number) {
  const row = await db
    .updateTable('download_link')
    .set((e) => ({ download_count: e('download_count', '+', count) }))
    .where('id', '=', linkId)
    .returning(['id', 'folder_id', 'download_count'])
    .executeTakeFirst()
  return row?.download_count === count ? { id: row.id, folder_id: row.folder_id } : undefined
}

export async function totalsOfLink(db: Db, linkId: number): Promise<{ files: number; bytes: number }> {
  const row = await filesOfLink(db, linkId)
    .select((e) => [
      e.fn.countAll<number | string>().as('files'),
      e.fn.sum<number | string | null>('size').as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { files: Number(row.files), bytes: Number(row.bytes) }
}
