import type { DbDep } from '../db/database.ts'
import { foldersToWarn, takeExpiringFiles } from '../db/files/expiringFiles.ts'
import { lockFolder } from '../db/folders/folders.ts'
import { transact } from '../db/transact.ts'
import { insertExpiryNotices } from '../notices/insertNotices.ts'
import { isoAfter, isoNow, type ClockDep } from '../util/isoTime.ts'

/** Files that nobody has downloaded are announced so long before they are deleted. */
const warningDays = 3
const daySeconds = 24 * 3600

/**
 * Creates notices for owners about files that are deleted within three days. They cover another day, so that a folder
 * has one mail a day at most. Folders that keep files for no longer than that have none.
 * @returns the number of folders
 */
export async function warnOwners(deps: DbDep & ClockDep): Promise<number> {
  const { db, now } = deps
  const after = isoNow(deps)
  const daysFromNow = (days: number) => isoAfter(now(), days * daySeconds)
  const folders = await foldersToWarn(db, {
    after,
    until: daysFromNow(warningDays),
    minDays: warningDays + 1,
  })
  for (const folderId of folders)
    await transact(db, async (trx) => {
      if (!(await lockFolder(trx, folderId))) return
      const expiring = await takeExpiringFiles(trx, folderId, { after, until: daysFromNow(warningDays + 1) })
      if (expiring !== undefined) await insertExpiryNotices(trx, folderId, expiring, now())
    })
  return folders.length
}
