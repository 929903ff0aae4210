import type { DbDep } from '../db/database.ts'
import { countExpiredFiles } from '../db/files/expiringFiles.ts'
import { hasTrashBefore } from '../db/files/trashedFiles.ts'
import {
  lastSweepSetting,
  sweepClockSetting,
  sweepDoubtSetting,
} from '../db/installation/installationState.ts'
import { deleteSetting, findSetting, insertSettingIfAbsent, setSetting } from '../db/installation/settings.ts'
import type { RouteSettings } from '../config/config.ts'
import { isoBefore, isoNow, type ClockDep } from '../util/isoTime.ts'
import { trashStart } from './trashTimes.ts'

/**
 * [Note: Clock of the sweep]
 *
 * Erasing by date must not follow a wrong clock. A setting has the time of the last sweep whose clock was plausible. If
 * the clock is more than a day away from it, because it jumped, was set back, or no server ran, sweeps erase nothing that
 * people have stored. The doubt ends when the operator confirms the time, when the clock is back, or when sweeps have
 * gone on for a day in which nothing was to be erased: most servers that were off for a while need nobody.
 */
const maxGapSeconds = 24 * 3600

type Deps = DbDep & ClockDep & Pick<RouteSettings, 'trashDays'>

export interface ClockDoubt {
  /** Time of the last sweep with a plausible clock. */
  lastClock: string
  /** Number of files that are past their date, by this clock. */
  expiredFiles: number
  /** True if files or folders are out of the trash, by this clock. */
  hasTrash: boolean
}

/** Compares the clock with that of the last sweep. @returns undefined if it is plausible */
export async function findClockDoubt(deps: Deps): Promise<ClockDoubt | undefined> {
  const { db } = deps
  const now = isoNow(deps)
  const lastClock = (await findSetting(db, sweepClockSetting)) ?? (await findSetting(db, lastSweepSetting))
  if (lastClock === undefined || areNear(lastClock, now)) return undefined
  return {
    lastClock,
    expiredFiles: await countExpiredFiles(db, now),
    hasTrash: await hasTrashBefore(db, trashStart(deps)),
  }
}

/** Judges the clock at a sweep, and records the result. @returns undefined if the sweep may erase by date */
export async function checkClock(deps: Deps): Promise<ClockDoubt | undefined> {
  const { db } = deps
  const now = isoNow(deps)
  const doubt = await findClockDoubt(deps)
  if (doubt === undefined) {
    await confirmClock(deps)
    return undefined
  }
  // What it was compared with may be the time of any sweep, which the next one replaces.
  await insertSettingIfAbsent(db, sweepClockSetting, doubt.lastClock)
  const [since = now, previous = now] = (await findSetting(db, sweepDoubtSetting))?.split(' ') ?? []
  const start = areNear(previous, now) && since <= now ? since : now
  const isDue = doubt.expiredFiles > 0 || doubt.hasTrash
  if (!isDue && !areNear(start, now)) {
    await confirmClock(deps)
    return undefined
  }
  await setSetting(db, sweepDoubtSetting, `${start} ${now}`)
  return doubt
}

/** Records that the clock is right now. */
export async function confirmClock({ db, now }: DbDep & ClockDep): Promise<void> {
  await setSetting(db, sweepClockSetting, isoNow({ now }))
  await deleteSetting(db, sweepDoubtSetting)
}

const areNear = (one: string, other: string): boolean =>
  one >= isoBefore(new Date(other), maxGapSeconds) && other >= isoBefore(new Date(one), maxGapSeconds)
