import { takenListedKeys } from '../db/files/files.ts'
import { findTrashedNames, restoreFiles } from '../db/files/trashedFiles.ts'
import type { Db } from '../db/schema.ts'
import { assignFreeNames } from './fileNames.ts'

/**
 * Restores files of a folder, under other names if theirs are taken. Run it in a transaction that holds the folder.
 * @param ids of files of this folder that are in the trash
 */
export async function restoreTrashedFiles(trx: Db, ids: readonly number[], folderId: number): Promise<void> {
  const named = await assignFreeNames(await findTrashedNames(trx, ids), (keys) =>
    takenListedKeys(trx, folderId, keys),
  )
  await restoreFiles(
    trx,
    named.map(({ file, name, key }) => ({ id: file.id, listedName: name, listedKey: key })),
  )
}
