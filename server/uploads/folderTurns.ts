import { detail } from '../../contract/errors.ts'
import { holdFolder } from '../db/folders.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { notFound } from '../http/errors.ts'
import { fairQueue, fairTurnsByKey } from '../http/fairQueue.ts'
import type { Principal } from '../security/principals.ts'

/**
 * [Note: Turns of folders]
 *
 * Whatever a sender changes in a folder holds its row, and what comes at the same time waits for that. In PostgreSQL each
 * that waits has a connection, of which there are few: uploads into one folder would take them from everybody else. So
 * it waits before it takes one. Of each folder there is one at a time, and of all folders so many that some connections are
 * left; principals take turns: whoever sends hundreds of tiny parts or forms at once keeps the others waiting for one of
 * them.
 */
export function inFolderTurn<T>(folderId: number, principal: Principal, work: () => Promise<T>): Promise<T> {
  return ofFolder(folderId, principal, () => ofAllFolders(principal, work))
}

/** Folders that are changed at the same time. */
export const foldersAtOnce = 8
const ofFolder = fairTurnsByKey<number>()
const ofAllFolders = fairQueue(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, foldersAtOnce)

/**
 * Runs `work` in a transaction that holds the folder: see [Note: Turns of folders].
 * @throws HttpError 404 if the folder is gone
 */
export const transactInFolder = <T>(
  db: Parameters<typeof transact>[0],
  folderId: number,
  principal: Principal,
  work: (trx: Db) => Promise<T>,
): Promise<T> =>
  inFolderTurn(folderId, principal, () =>
    transact(db, async (trx) => {
      if (!(await holdFolder(trx, folderId))) throw notFound(detail.linkInvalid)
      return work(trx)
    }),
  )
