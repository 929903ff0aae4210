import { accessibleFolders, findRole } from './folderAccess.ts'
import { lockFolder } from './folders.ts'
import { findsRow } from '../rowCounts.ts'
import type { Db, DownloadLinkRow, FolderRow } from '../schema.ts'

/** True if the folder has another owner who can sign in. The caller must have locked the folder. */
export const hasOtherOwner = (trx: Db, folderId: number, userId: number): Promise<boolean> =>
  findsRow(
    trx
      .selectFrom('folder_member')
      .innerJoin('user', 'user.id', 'folder_member.user_id')
      .select('folder_id')
      .where('folder_id', '=', folderId)
      .where('user_id', '<>', userId)
      .where('role', '=', 'owner')
      .where('user.is_active', '=', 1),
  )

export type TitledFolder = Pick<FolderRow, 'id' | 'title'>

/** Shared folders of which this user is the only owner who can sign in. Locks all shared folders of the user. */
export async function listSolelyOwnedFolders(trx: Db, userId: number): Promise<TitledFolder[]> {
  // Folders in which they are a member, too: before the lock, another change may make them the owner.
  const ownFolders = await accessibleFolders(trx, userId)
    .innerJoin('shared_folder', 'shared_folder.folder_id', 'folder.id')
    .select(['folder.id', 'folder.title'])
    .orderBy('folder.id')
    .execute()
  const solelyOwned: TitledFolder[] = []
  for (const folder of ownFolders) {
    await lockFolder(trx, folder.id)
    const isOwner = (await findRole(trx, folder.id, userId)) === 'owner'
    if (isOwner && !(await hasOtherOwner(trx, folder.id, userId))) solelyOwned.push(folder)
  }
  return solelyOwned
}

/** Display name of the creator of a link; undefined if they have set none. */
export async function creatorNameOf(db: Db, { creator_id }: Pick<DownloadLinkRow, 'creator_id'>) {
  const row = await db
    .selectFrom('user')
    .select('display_name')
    .where('id', '=', creator_id)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  return row?.display_name ?? undefined
}

/** Display name of the first owner of a folder who has set one; undefined if none has. */
export async function ownerNameOf(db: Db, folderId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('folder_member')
    .innerJoin('user', 'user.id', 'folder_member.user_id')
    .select('display_name')
    .where('folder_id', '=', folderId)
    .where('role', '=', 'owner')
    .where('is_active', '=', 1)
    .where('display_name', 'is not', null)
    .orderBy('user.id')
    .limit(1)
    .executeTakeFirst()
  return row?.display_name ?? undefined
}
