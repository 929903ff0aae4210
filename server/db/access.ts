import { sql } from 'kysely'
import type { Role } from '../../contract/roster.ts'
import { detail } from '../../contract/errors.ts'
import { forbidden, notFound } from '../http/errors.ts'
import type { Db } from './schema.ts'

/**
 * [Note: Access]
 *
 * Whose a folder is, and its files, uploads and links, is decided by `folder_member` and by nothing else. For folders of
 * several people the newest statement writes it; one of one person has its owner there. Whoever is not there is told of
 * nothing (404); a member is told that it takes an owner (403). What changes something asks again once it holds the
 * folder: whoever is removed meanwhile changes nothing any more.
 */

/** Folders of a person, each with their role in it. */
export const foldersOf = (db: Db, userId: number) =>
  db
    .selectFrom('folder')
    .innerJoin('folder_member', 'folder_member.folder_id', 'folder.id')
    .where('folder_member.user_id', '=', userId)

/** The files in the folders of `foldersOf`; to be chosen by their ids. */
export const filesOf = (db: Db, userId: number) =>
  db
    .selectFrom('file')
    // The plus keeps SQLite from looking for every id in every folder of the person.
    .innerJoin('folder_member', (join) =>
      join.on('folder_member.folder_id', '=', sql<number>`+${sql.ref('file.folder_id')}`),
    )
    .where('folder_member.user_id', '=', userId)

/** As `foldersOf`, their download links. */
export const linksOf = (db: Db, userId: number) =>
  db
    .selectFrom('download_link')
    .innerJoin('folder_member', 'folder_member.folder_id', 'download_link.folder_id')
    .where('folder_member.user_id', '=', userId)

/** Undefined: the folder is not theirs to see, or is not there. */
export async function roleIn(db: Db, folderId: number, userId: number): Promise<Role | undefined> {
  const row = await foldersOf(db, userId).select('role').where('folder.id', '=', folderId).executeTakeFirst()
  return row?.role
}

/** For what a member may do. @throws HttpError 404 */
export async function requireMember(db: Db, folderId: number, userId: number): Promise<Role> {
  const role = await roleIn(db, folderId, userId)
  if (role === undefined) throw notFound(detail.folderNotFound)
  return role
}

/** @throws HttpError 404, 403 for a member */
export async function requireOwner(db: Db, folderId: number, userId: number): Promise<void> {
  if ((await requireMember(db, folderId, userId)) !== 'owner') throw forbidden(detail.ownersOnly)
}
