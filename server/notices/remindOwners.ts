import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { RouteSettings } from '../config/config.ts'
import type { CountersDep, DbDep } from '../db/database.ts'
import { lockFolder } from '../db/folders/folders.ts'
import { totalsOfLink } from '../db/links/downloadLinks.ts'
import { ownersToRemind } from '../db/notices/notices.ts'
import { type Ending, type EndingWindow, listEnding, takeEnding } from '../db/notices/reminders.ts'
import { transact } from '../db/transact.ts'
import { type ClockDep, isoAfter, isoBefore } from '../util/isoTime.ts'
import { insertOwnerNotices } from './insertNotices.ts'

/** Maximum number of reminders to one person within a day. Owners get none of what ends beyond that. */
export const maxRemindersADay = 10
const daySeconds = 24 * 3600
const endingsPerStep = 100

type Deps = DbDep & CountersDep & ClockDep & Pick<RouteSettings, 'publicOrigin'>

/** What ends within a day, and is older than that. */
export const endingWindow = ({ now, publicOrigin }: Pick<Deps, 'now' | 'publicOrigin'>): EndingWindow => ({
  now: now().toISOString(),
  until: isoAfter(now(), daySeconds),
  madeBefore: isoBefore(now(), daySeconds),
  publicOrigin,
})

/**
 * Creates notices for owners about what ends within a day, see [Note: Reminders].
 * @throws AggregateError at the end if some failed, of whose end nobody is reminded yet
 */
export async function remindOwners(deps: Deps): Promise<void> {
  const window = endingWindow(deps)
  const failures: unknown[] = []
  for (const what of ['folders', 'links'] as const) {
    let after: Ending | undefined
    do {
      const endings = await listEnding(deps.db, what, window, { after, limit: endingsPerStep })
      for (const ending of endings) {
        await remind(deps, ending, window).catch((error: unknown) => failures.push(error))
        // SQLite does not yield to the event loop.
        await yieldToLoop()
      }
      after = endings.at(-1)
    } while (after)
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
}

async function remind({ db, counters, now }: Deps, ending: Ending, window: EndingWindow): Promise<void> {
  const { folder_id, link_id, ends: happened_at } = ending
  const countedOwners = await ownersToRemind(db, folder_id, window.publicOrigin).execute()
  const owners: typeof countedOwners = []
  const count = (owner: (typeof countedOwners)[number], points: number) =>
    counters.add(`reminders ${owner.user_id}`, points, daySeconds)
  for (const owner of countedOwners)
    if ((await count(owner, 1)).points <= maxRemindersADay) owners.push(owner)
  let isTaken = false
  try {
    isTaken = await transact(db, async (trx) => {
      if (!(await lockFolder(trx, folder_id)) || !(await takeEnding(trx, ending, window))) return false
      const amount = link_id === null ? { files: 0, bytes: 0 } : await totalsOfLink(trx, link_id)
      const kind = link_id === null ? 'folder-ends' : 'link-ends'
      const event = { kind, link_id, happened_at, ...amount } as const
      await insertOwnerNotices(trx, folder_id, { owners, event }, now())
      return true
    })
  } finally {
    // Counted before, since counters cannot be part of a transaction.
    if (!isTaken) for (const owner of countedOwners) await count(owner, -1)
  }
}
