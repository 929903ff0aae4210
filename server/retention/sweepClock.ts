import type { DbDep } from '../db/database.ts'
import { hasExpiredFiles } from '../db/files/expiringFiles.ts'
import { hasTrashBefore } from '../db/files/trashedFiles.ts'
import { lastSweepSetting, sweepClockSetting } from '../db/installation/installationState.ts'
import { findSetting, setSetting } from '../db/installation/settings.ts'
import type { RouteSettings } from '../config/config.ts'
import { isoBefore, isoNow, type ClockDep } from '../util/isoTime.ts'
import { trashStart } from './trashTimes.ts'

/**
 * [Note: Clock of the sweep]
 *
 * Erasing by date must not follow a wrong clock. A setting has the time of the last sweep whose clock was plausible. If
 * more than a day has passed since, by a jump of the clock or because no server ran, nothing is erased by date until
 * the operator confirms the time. Where there is nothing to erase, no confirmation is needed.
 */
const maxGapSeconds = 24 * 3600

type Deps = DbDep & ClockDep & Pick<RouteSettings, 'trashDays'>

/** Time of the last sweep with a plausible clock; undefined before the first one. */
const findSweepClock = async ({ db }: DbDep): Promise<string | undefined> =>
  (await findSetting(db, sweepClockSetting)) ?? (await findSetting(db, lastSweepSetting))

/** Time of the last sweep with a plausible clock if files wait for the operator's confirmation; else undefined. */
export async function waitsForConfirmation(deps: Deps): Promise<string | undefined> {
  const { db, now } = deps
  const clock = await findSweepClock(deps)
  if (clock === undefined || clock >= isoBefore(now(), maxGapSeconds)) return undefined
  const isDue = (await hasExpiredFiles(db, isoNow(deps))) || (await hasTrashBefore(db, trashStart(deps)))
  return isDue ? clock : undefined
}

/** Records that the clock is right now. */
export const confirmClock = ({ db, now }: DbDep & ClockDep): Promise<void> =>
  setSetting(db, sweepClockSetting, isoNow({ now }))
