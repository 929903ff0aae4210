import { sql } from 'kysely'
import { sessionIdleSeconds, sessionLifetimeSeconds } from '../../util/lifetimes.ts'
import { countRows } from '../rowCounts.ts'
import type { Db } from '../schema.ts'
import { findSetting } from './settings.ts'
import { isoBefore } from '../../util/isoTime.ts'

/** Keys of `setting` for the time of the last sweep and backup, ISO 8601 UTC. */
export const lastSweepSetting = 'last_sweep'
export const lastBackupSetting = 'last_backup'
/** Keys of `setting` for the judged clock, see [Note: Clock of the sweep]. */
export const sweepClockSetting = 'sweep_clock'
export const sweepDoubtSetting = 'sweep_doubt'

/** State of an installation in numbers, without names. */
export interface InstallationState {
  /** Only those who can sign in. */
  administrators: number
  disabledAdministrators: number
  sessions: number
  folders: number
  files: number
  /** Ciphertext of all files. */
  fileBytes: number
  damagedFiles: number
  downloadLinks: number
  unfinishedUploads: number
  /** Requests with small files that are running, or were interrupted. */
  stagedKeys: number
  garbageKeys: number
  arrivingBatches: number
  noticesWaiting: Record<'mails' | 'webhooks', { all: number; retrying: number }>
  /** Undefined if the database knows of none. */
  lastSweep: string | undefined
  lastBackup: string | undefined
  /** 1 while sweeps erase nothing by date, see [Note: Clock of the sweep]; else 0. */
  clockDoubt: number
}

/** Reads the state by one query after the other, so that it takes one connection, and requests run in between. */
export async function readInstallationState(db: Db, now: Date): Promise<InstallationState> {
  return {
    ...(await countUsersByState(db)),
    sessions: await countSessions(db, now),
    folders: await countRows(db.selectFrom('folder')),
    ...(await countFilesAndBytes(db)),
    damagedFiles: await countRows(db.selectFrom('file').where('damaged_at', 'is not', null)),
    downloadLinks: await countRows(db.selectFrom('download_link').where('ended_at', 'is', null)),
    unfinishedUploads: await countRows(db.selectFrom('upload').where('confirmed_at', 'is', null)),
    stagedKeys: await countRows(db.selectFrom('staged')),
    garbageKeys: await countRows(db.selectFrom('garbage')),
    arrivingBatches: await countRows(db.selectFrom('arriving_batch')),
    noticesWaiting: await countWaitingNotices(db),
    lastSweep: await findSetting(db, lastSweepSetting),
    lastBackup: await findSetting(db, lastBackupSetting),
    clockDoubt: (await findSetting(db, sweepDoubtSetting)) === undefined ? 0 : 1,
  }
}

const rowCount = sql<number>`count(*)`

async function countUsersByState(db: Db) {
  const rows = await db
    .selectFrom('user')
    .select(['is_active', rowCount.as('count')])
    .groupBy('is_active')
    .execute()
  const count = (active: 0 | 1) => rows.find(({ is_active }) => is_active === active)?.count ?? 0
  return { administrators: count(1), disabledAdministrators: count(0) }
}

const countSessions = (db: Db, now: Date): Promise<number> =>
  countRows(
    db
      .selectFrom('session')
      .where('last_seen_at', '>', isoBefore(now, sessionIdleSeconds))
      .where('created_at', '>', isoBefore(now, sessionLifetimeSeconds)),
  )

/** Counts both in one query, which reads one index. */
function countFilesAndBytes(db: Db): Promise<{ files: number; fileBytes: number }> {
  return db
    .selectFrom('file')
    .select([rowCount.as('files'), sql<number>`coalesce(sum(sealed_size), 0)`.as('fileBytes')])
    .executeTakeFirstOrThrow()
}

async function countWaitingNotices(db: Db): Promise<InstallationState['noticesWaiting']> {
  const rows = await db
    .selectFrom('notice')
    .select([
      sql<number>`case when user_id is null then 1 else 0 end`.as('is_webhook'),
      sql<number>`case when attempts > 0 then 1 else 0 end`.as('is_retrying'),
      rowCount.as('count'),
    ])
    .groupBy(['is_webhook', 'is_retrying'])
    .execute()
  const countsOf = (isWebhook: 0 | 1) => {
    const ofKind = rows.filter(({ is_webhook }) => is_webhook === isWebhook)
    const sum = (notices: typeof rows) => notices.reduce((total, { count }) => total + count, 0)
    return { all: sum(ofKind), retrying: sum(ofKind.filter(({ is_retrying }) => is_retrying === 1)) }
  }
  return { mails: countsOf(0), webhooks: countsOf(1) }
}
