import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { type AuditDep, serverActor } from '../audit/audit.ts'
import type { RouteSettings } from '../config/config.ts'
import type { DbDep } from '../db/database.ts'
import { eraseOldestTrashedFiles, foldersOfTrashedFiles } from '../db/files/trashedFiles.ts'
import {
  accountFolders,
  accountQuota,
  erasableBefore,
  runningAfter,
  type CountedFolders,
  findAccountQuota,
  quotasOfFolder,
  singleFolder,
  usedBytesOf,
} from '../db/folders/quotas.ts'
import { closeOldestTrashedFolder, ownersOfTrash } from '../db/folders/trashedFolders.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { ClockDep } from '../util/isoTime.ts'

type Deps = DbDep & ClockDep & AuditDep & Pick<RouteSettings, 'folderQuotaBytes' | 'userQuotaBytes'>

/**
 * Erases what was in the trash first where more is stored than a quota allows: see [Note: Storage limits].
 * @returns the number of files and folders
 */
export async function eraseTrashOverQuota(deps: Deps): Promise<number> {
  const { db, now, folderQuotaBytes = Infinity, userQuotaBytes } = deps
  const before = erasableBefore(now())
  let erased = 0
  for (const folderId of await foldersOfTrashedFiles(db, before)) {
    const quotas = await quotasOfFolder(db, folderId)
    const quota = Math.min(folderQuotaBytes, quotas?.quotaBytes ?? Infinity)
    erased += await eraseUntilWithin(deps, { folders: singleFolder(folderId), quota, before })
  }
  for (const userId of await ownersOfTrash(db, before)) {
    const quota = accountQuota(await findAccountQuota(db, userId), userQuotaBytes)
    erased += await eraseUntilWithin(deps, { folders: accountFolders(userId), quota, before })
  }
  return erased
}

/** @param before when what may be erased was deleted */
async function eraseUntilWithin(
  { db, now, audit }: Deps,
  { folders, quota, before }: { folders: CountedFolders; quota: number; before: string },
): Promise<number> {
  if (quota === Infinity) return 0
  const record = (trx: Db, folderId: number, files: number) =>
    audit.record(trx, serverActor, { kind: 'trash-erased', folderId, details: { files } })
  for (let erased = 0; ;) {
    const count = await transact(db, async (trx) => {
      const excess = (await usedBytesOf(trx, folders, runningAfter(now()))) - quota
      if (excess <= 0) return 0
      const trash = { folders, excess, before }
      const { found, erased } = await eraseOldestTrashedFiles(trx, trash, now().toISOString())
      for (const [folderId, files] of erased) await record(trx, folderId, files.length)
      if (found > 0) return found
      const folder = await closeOldestTrashedFolder(trx, trash)
      if (folder?.isClosed) await record(trx, folder.id, 0)
      return folder === undefined ? 0 : 1
    })
    if (count === 0) return erased
    erased += count
    // SQLite does not yield to the event loop.
    await yieldToLoop()
  }
}
