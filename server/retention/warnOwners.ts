import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { DbDep } from '../db/database.ts'
import { foldersToWarn, takeExpiringFiles } from '../db/files/expiringFiles.ts'
import { lockFolder } from '../db/folders/folders.ts'
import { listOwnersToMail } from '../db/notices/notices.ts'
import { transact } from '../db/transact.ts'
import { insertOwnerNotices } from '../notices/insertNotices.ts'
import { isoAfter, isoBefore, type ClockDep } from '../util/isoTime.ts'

/** Files are announced so long before they are deleted. */
const warningDays = 3
const daySeconds = 24 * 3600

/**
 * Creates notices for owners about files that are deleted within three days, unless they arrived within the last day.
 * Each covers another day, so that a folder has one mail a day at most.
 */
export async function warnOwners({ db, now }: DbDep & ClockDep): Promise<void> {
  const time = now()
  const covered = isoAfter(time, (warningDays + 1) * daySeconds)
  const window = {
    now: time.toISOString(),
    arrivedBefore: isoBefore(time, daySeconds),
    latestMailed: covered,
  }
  const found = await foldersToWarn(db, { ...window, until: isoAfter(time, warningDays * daySeconds) })
  for (const folderId of found) {
    await transact(db, async (trx) => {
      if (!(await lockFolder(trx, folderId))) return
      const owners = await listOwnersToMail(trx, folderId)
      if (owners.length === 0) return
      const expiring = await takeExpiringFiles(trx, folderId, { ...window, until: covered })
      if (expiring === undefined) return
      const { first: happened_at, ...amount } = expiring
      const event = { kind: 'expiring', link_id: null, happened_at, ...amount } as const
      await insertOwnerNotices(trx, folderId, { owners, event }, time)
    })
    // SQLite does not yield to the event loop.
    await yieldToLoop()
  }
}
