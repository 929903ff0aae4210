import { errorDetails } from '../../../contract/errors.ts'
import { lockFolder } from './folders.ts'
import type { Db } from '../schema.ts'
import { transact } from '../transact.ts'
import { notFound } from '../../http/errors.ts'
import { fairQueue, fairQueueByKey } from '../../http/fairQueue.ts'
import type { Principal } from '../../http/principals.ts'

/**
 * [Note: Queue of folders]
 *
 * Any change of a sender in a folder locks its row, and concurrent changes wait for it. In PostgreSQL each waiting one
 * occupies a connection, of which there are few: uploads into one folder would take them all. So changes wait before
 * they take a connection. One runs at a time per folder, and a few in all folders; principals take turns: a sender of
 * hundreds of tiny parts or forms delays the others by only one of them.
 */
export function queueInFolder<T>(folderId: number, principal: Principal, work: () => Promise<T>): Promise<T> {
  return folderQueues(folderId, principal, () => commonQueue(principal, work))
}

/** Maximum number of folders that are changed at the same time. */
const maxFoldersAtOnce = 8
const folderQueues = fairQueueByKey()
const commonQueue = fairQueue({ concurrency: maxFoldersAtOnce })

/** Runs `work` in a transaction that holds the folder: [Note: Queue of folders]. @throws HttpError 404 if it is gone */
export const transactInFolder = <T>(
  db: Parameters<typeof transact>[0],
  folderId: number,
  principal: Principal,
  work: (trx: Db) => Promise<T>,
): Promise<T> =>
  queueInFolder(folderId, principal, () =>
    transact(db, async (trx) => {
      if (!(await lockFolder(trx, folderId))) throw notFound(errorDetails.linkInvalid)
      return work(trx)
    }),
  )
