import { sql } from 'kysely'
import type { Role } from '../../../contract/roster.ts'
import { errorDetails } from '../../../contract/errors.ts'
import { forbidden, notFound } from '../../http/errors.ts'
import type { Db } from '../schema.ts'

/**
 * [Note: Access]
 *
 * `folder_member` alone decides who may access a folder with its files, uploads and links. For a shared folder, its
 * rows follow the newest statement of the roster; a folder of one person has a single row, for its owner. People
 * without a row get a 404, as for a folder that does not exist; members get a 403 for what takes an owner. Changes
 * check this again once they have locked the folder, so that a person who has just been removed cannot change anything
 * any more.
 */

/** Folders that a person may open, each with their role in it. */
export const accessibleFolders = (db: Db, userId: number) =>
  db
    .selectFrom('folder')
    .innerJoin('folder_member', 'folder_member.folder_id', 'folder.id')
    .where('folder_member.user_id', '=', userId)

/** Files of `accessibleFiles`, and those of the same folders that are in the trash. */
export const filesWithTrash = (db: Db, userId: number) =>
  db
    .selectFrom('file')
    // The unary plus keeps SQLite from looking up every id in every folder of the person.
    .innerJoin('folder_member', (join) =>
      join.on('folder_member.folder_id', '=', sql<number>`+${sql.ref('file.folder_id')}`),
    )
    .where('folder_member.user_id', '=', userId)

/** Files in the folders of `accessibleFolders`. The query is fast only with a condition on their ids. */
export const accessibleFiles = (db: Db, userId: number) =>
  filesWithTrash(db, userId).where('file.trashed_at', 'is', null)

/** Links of `accessibleLinks`, and those whose files are all in the trash. */
export const linksWithTrash = (db: Db, userId: number) =>
  db
    .selectFrom('download_link')
    .innerJoin('folder_member', 'folder_member.folder_id', 'download_link.folder_id')
    .where('folder_member.user_id', '=', userId)
    .where('ended_at', 'is', null)

/** Download links of the folders of `accessibleFolders` that have not ended, and have a file that is not in the trash. */
export const accessibleLinks = (db: Db, userId: number) =>
  linksWithTrash(db, userId).where('file_count', '>', 0)

/** Role of a person in a folder; undefined if they have none, or if there is no such folder. */
export async function findRole(db: Db, folderId: number, userId: number): Promise<Role | undefined> {
  return (await findRoles(db, [folderId], userId)).get(folderId)
}

/** Roles of a person by folder, without the folders in which they have none. */
export async function findRoles(
  db: Db,
  folderIds: readonly number[],
  userId: number,
): Promise<Map<number, Role>> {
  const rows = await accessibleFolders(db, userId)
    .select(['folder.id', 'role'])
    .where('folder.id', 'in', folderIds)
    .execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}

/** Requires that the person is a member or owner of the folder. @throws HttpError 404 */
export async function requireMember(db: Db, folderId: number, userId: number): Promise<Role> {
  const role = await findRole(db, folderId, userId)
  if (role === undefined) throw notFound(errorDetails.folderNotFound)
  return role
}

/** Requires that the person is an owner of the folder. @throws HttpError 404, 403 for a member */
export async function requireOwner(db: Db, folderId: number, userId: number): Promise<void> {
  requireOwnerRole(await findRole(db, folderId, userId))
}

/** Requires the role of an owner, like `requireOwner`, for a result of `findRole`. */
export function requireOwnerRole(role: Role | undefined): void {
  if (role === undefined) throw notFound(errorDetails.folderNotFound)
  if (role !== 'owner') throw forbidden(errorDetails.ownersOnly)
}
