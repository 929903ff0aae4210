import type { FastifyBaseLogger } from 'fastify'

import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { announcedLifetimeSeconds, uploadLifetimeSeconds } from '../contract/limits.ts'
import { type AuditDep, serverActor } from './audit/audit.ts'
import { endSomeBatchesOfFolder } from './audit/uploadEvents.ts'
import type { BlobsDep } from './blobs/blobStore.ts'
import type { RouteSettings } from './config/config.ts'
import {
  addGarbage,
  discardExpiredStaged,
  deleteGarbage,
  isStaged,
  listGarbageKeys,
  renewStaged,
  unstageBlob,
} from './db/files/blobLifecycle.ts'
import { type ClockDep, isoBefore } from './util/isoTime.ts'
import { closeTrashedFolders } from './db/folders/trashedFolders.ts'
import { eraseSomeExpiredFiles } from './db/files/expiringFiles.ts'
import { eraseSomeTrashedFiles } from './db/files/trashedFiles.ts'
import { nextClosedFolder, removeSomeRowsOfFolder } from './db/folders/closedFolders.ts'
import type { CountersDep, Database, DbDep } from './db/database.ts'
import { endExpiredLinks, removeSomeEndedLinks } from './db/links/endedLinks.ts'
import {
  expiredLinkLifetimeSeconds,
  type ExpiredRows,
  expiredRows,
  removeExpiredRows,
} from './db/installation/expiredRows.ts'
import { lastSweepSetting } from './db/installation/installationState.ts'
import { rowsPerRemoval } from './db/removeSomeRows.ts'
import { isDatabaseFull } from './db/errors.ts'
import { isGarbageHeld } from './db/installation/leases.ts'
import type { Db } from './db/schema.ts'
import { setSetting } from './db/installation/settings.ts'
import {
  deleteExpiredUploads,
  recordFirstPart,
  listUploadsWithoutRecordedParts,
} from './db/uploads/uploads.ts'
import { transact } from './db/transact.ts'
import type { AssetStore } from './assets/assetStore.ts'
import { checkClock } from './retention/sweepClock.ts'
import { warnOwners } from './retention/warnOwners.ts'
import { trashStart } from './retention/trashTimes.ts'
import { eraseTrashOverQuota } from './retention/eraseTrashOverQuota.ts'
import { inParallel } from './util/parallel.ts'
import type { MailerDep } from './mail/mailer.ts'
import { remindOwners } from './notices/remindOwners.ts'
import type { MetersDep } from './metrics/meters.ts'

/** Lifetime of a staged key that is not renewed. */
const stagedKeyLifetimeSeconds = 600
const renewIntervalMs = 60_000
/** Lifetime of leftovers of interrupted writes in the store. */
const temporaryLifetimeSeconds = 24 * 3600
/** Lifetime of mails that were written into the data folder. */
const mailLifetimeSeconds = 7 * 24 * 3600
const keysPerStep = 500
/** Kinds of `expiredRows` that a wrong clock must not erase. */
const historyKinds: ReadonlySet<string> = new Set(['auditEvents', 'auditOwners'])
const uploadsAtOnce = 8

/**
 * [Note: How bytes come and go]
 *
 * 1. A row in `staged` (small files of one request) or `upload` (a file in parts) names a key.
 * 2. Bytes are written under it and made durable.
 * 3. One transaction turns the key into `file` rows. From then on, and not before, the bytes are part of a file.
 * 4. Removing a file replaces its row by one in `garbage`, in one transaction. The store deletes the bytes, and then the
 *    garbage row is deleted. A failed step is repeated at startup and every hour.
 *
 * So all bytes in the store are named by a row at any time, and a `file` row never names bytes that do not
 * exist.
 */
export interface Housekeeping {
  /** Removes the rows of closed folders and then collects garbage, in the background. */
  removeClosedFolders(): void
  /** Deletes unreferenced objects and erases deleted rows from the database files, in the background. */
  collectGarbage(): void
  /**
   * Erases what changed rows contained: from the database's log, in the background, and at the next start from all its
   * pages.
   */
  eraseFormerContent(): void
  /** Removes the rows of links that have ended, and erases them from the database files, in the background. */
  removeEndedLinks(): void
  /** Renews a staged key while a request writes to it. @returns a function that stops that */
  keepRenewing(key: string): () => void
  /** Deletes what a failed request has written under its staged key. Harmless if the key already belongs to files. */
  discardStagedBytes(key: string): Promise<void>
  /**
   * Removes rows of deleted folders and everything that has expired: staged keys that were not renewed after
   * `renewedBefore` (default: ten minutes ago), unfinished uploads, files past their date, the trash, `expiredRows`,
   * leftovers in the store, written mails, and copies of the database; of these not what people have stored while the
   * clock may be wrong ([Note: Clock of the sweep]). Logs what it removed and truncates the database's log.
   */
  sweep(renewedBefore?: Date): Promise<void>
  /** Resolves when no background work is running. */
  whenIdle(): Promise<void>
  /** Stops renewing keys, and resolves as `whenIdle`. */
  close(): Promise<void>
}

export interface HousekeepingDep {
  housekeeping: Housekeeping
}

export function createHousekeeping({
  db,
  database,
  blobs,
  mailer,
  assets,
  meters,
  audit,
  auditDays,
  trashDays,
  folderQuotaBytes,
  userQuotaBytes,
  publicOrigin,
  counters,
  log,
  now,
}: DbDep &
  CountersDep &
  BlobsDep &
  MailerDep &
  MetersDep &
  AuditDep &
  ClockDep &
  Pick<RouteSettings, 'auditDays' | 'trashDays' | 'folderQuotaBytes' | 'userQuotaBytes' | 'publicOrigin'> & {
    database: Omit<Database, 'db' | 'counters'>
    assets: AssetStore
    log: FastifyBaseLogger
  }): Housekeeping {
  let backgroundWork: Promise<void> = Promise.resolve()
  const staged = new Set<string>()
  const renewing = setInterval(() => void renewAll(), renewIntervalMs).unref()

  async function renewAll(): Promise<void> {
    if (staged.size === 0) return
    await renewStaged(db, [...staged], now().toISOString()).catch((error: unknown) =>
      log.error({ err: error }, 'running uploads could not be renewed'),
    )
  }

  async function deleteObjects(keys: readonly string[]): Promise<void> {
    await blobs.delete(keys)
    await deleteGarbage(db, keys)
  }

  /** Deletes objects one by one, and logs all failures in one line. @returns the number of deleted objects */
  async function deleteOneByOne(keys: readonly string[]): Promise<number> {
    const failures: unknown[] = []
    for (const key of keys) await deleteObjects([key]).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) {
      const details = { err: failures[0], keys: failures.length }
      log.error(details, 'bytes could not be removed; trying again within the hour')
    }
    return keys.length - failures.length
  }

  async function deleteAllGarbage(): Promise<void> {
    let deletedCount = 0
    let failed = 0
    // Keys that failed are skipped.
    let after = ''
    for (;;) {
      const keys = await listGarbageKeys(db, after, keysPerStep)
      const last = keys.at(-1)
      if (last === undefined) break
      // Checked after the keys were read: see [Note: Bytes that a backup still needs].
      if (await isGarbageHeld(db, now().toISOString())) {
        log.info('a backup is under way; bytes of deleted files go after it, within the hour')
        break
      }
      after = last
      let deleted = keys.length
      try {
        await deleteObjects(keys)
      } catch {
        // If the store responds, perhaps only some of the objects cannot be deleted.
        await blobs.checkReads()
        deleted = await deleteOneByOne(keys)
      }
      deletedCount += deleted
      failed += keys.length - deleted
    }
    if (deletedCount + failed > 0) log.info({ forgotten: deletedCount, failed }, 'garbage collected')
  }

  /** See [Note: Deleting a folder]. */
  async function removeClosedFolders(): Promise<void> {
    for (let id = await nextClosedFolder(db, 0); id !== undefined; id = await nextClosedFolder(db, id)) {
      const folderId = id
      const removeSome = async (trx: Db) =>
        (await endSomeBatchesOfFolder(trx, audit, folderId)) ||
        (await removeSomeRowsOfFolder(trx, folderId, now().toISOString()))
      // SQLite does not yield to the event loop.
      while (await transact(db, removeSome)) await yieldToLoop()
    }
  }

  async function removeAllEndedLinks(): Promise<void> {
    let hasRemoved = false
    while (await transact(db, removeSomeEndedLinks)) {
      hasRemoved = true
      await yieldToLoop()
    }
    // Most calls find no link that has ended.
    if (hasRemoved) await eraseDeletedRows()
  }

  async function eraseDeletedRows(): Promise<void> {
    if (await database.eraseDeletedRows()) return
    log.info('another process reads the database; its write-ahead log is emptied within the hour')
  }

  function inBackground(work: () => Promise<void>, failure: string): Promise<void> {
    backgroundWork = backgroundWork.then(work).catch((error: unknown) => {
      log.error({ err: error }, failure)
    })
    return backgroundWork
  }
  const removeFolders = () =>
    inBackground(removeClosedFolders, 'rows of deleted folders could not be removed')
  const removeLinks = () => inBackground(removeAllEndedLinks, 'rows of ended links could not be removed')
  const collectGarbage = () => inBackground(deleteAllGarbage, 'garbage collection failed')
  const emptyLog = () => inBackground(eraseDeletedRows, 'the write-ahead log could not be emptied')

  async function discard(key: string): Promise<void> {
    try {
      const isDiscarded = await transact(db, async (trx) => {
        if (!(await unstageBlob(trx, key))) return false
        await addGarbage(trx, [key], now().toISOString())
        return true
      })
      if (isDiscarded) void collectGarbage()
    } catch (error) {
      // A full disk has no space for the garbage row either until the bytes are deleted. After any other failure, it is
      // unknown whether the key belongs to files already; the sweep decides.
      if (!isDatabaseFull(error)) throw error
      log.warn({ err: error }, 'an upload that failed could not be noted; its bytes are removed at once')
      if (!(await isStaged(db, key))) return
      await blobs.delete([key])
      await unstageBlob(db, key)
    }
  }

  return {
    removeClosedFolders() {
      void removeFolders()
      void collectGarbage()
      void emptyLog()
    },
    eraseFormerContent() {
      void inBackground(() => database.rewriteAtNextStart(), 'the database could not be marked')
      void emptyLog()
    },
    removeEndedLinks: () => void removeLinks(),
    collectGarbage() {
      void collectGarbage()
      void emptyLog()
    },
    keepRenewing(key) {
      staged.add(key)
      return () => void staged.delete(key)
    },
    async discardStagedBytes(key) {
      await discard(key).catch((error: unknown) =>
        log.error({ err: error }, 'the bytes of an upload that failed stay until they are swept'),
      )
    },
    async sweep(renewedBefore) {
      await assets.storeBuild()
      const hasRun = await database.runExclusively(() => sweepAndReport(renewedBefore))
      if (!hasRun) log.debug('another server sweeps')
    },
    whenIdle: () => backgroundWork,
    close() {
      clearInterval(renewing)
      return backgroundWork
    },
  }

  /** Records the first part of direct uploads to the store, which would otherwise expire like announced ones. */
  async function recordDirectParts(): Promise<void> {
    if (blobs.directUploads === undefined) return
    for (let after = ''; ;) {
      const uploads = await listUploadsWithoutRecordedParts(db, after, keysPerStep)
      const last = uploads.at(-1)
      if (last === undefined) return
      after = last.id
      await inParallel(uploads, uploadsAtOnce, async ({ id, blob_key, size, part_size: partSize }) => {
        if ((await blobs.listParts(blob_key, { size, partSize })).length > 0) await recordFirstPart(db, id)
      })
    }
  }

  /** Removes rows a few at a time, and yields to the event loop in between, as SQLite blocks it. */
  async function removeInSteps(remove: (trx: Db) => Promise<number>): Promise<number> {
    for (let removed = 0; ;) {
      const count = await transact(db, remove)
      removed += count
      if (count < rowsPerRemoval) return removed
      await yieldToLoop()
    }
  }

  async function sweepAndReport(renewedBefore: Date | undefined): Promise<void> {
    const startedAt = performance.now()
    let removed: Record<string, number> | undefined
    try {
      removed = await sweep(renewedBefore)
    } finally {
      meters.sweepEnded(removed, (performance.now() - startedAt) / 1000)
    }
  }

  /** Erases files and folders whose time is over. */
  async function eraseByDate(time: Date): Promise<Record<string, number>> {
    const erasedAt = time.toISOString()
    const trashedBefore = trashStart({ now: () => time, trashDays })
    return {
      expiredFiles: await removeInSteps((trx) => eraseExpiredFiles(trx, erasedAt)),
      trashedFiles: await removeInSteps((trx) => eraseSomeTrashedFiles(trx, trashedBefore, erasedAt)),
      trashedFolders: await closeTrashedFolders(db, trashedBefore),
      trashOverQuota: await eraseTrashOverQuota({ db, now, audit, folderQuotaBytes, userQuotaBytes }),
    }
  }

  async function eraseExpiredFiles(trx: Db, erasedAt: string): Promise<number> {
    const { found, erased } = await eraseSomeExpiredFiles(trx, erasedAt)
    for (const [folderId, rows] of erased) {
      // The deletion of the others is in the history.
      const files = rows.filter(({ trashed_at }) => trashed_at === null).length
      if (files > 0)
        await audit.record(trx, serverActor, { kind: 'files-expired', folderId, details: { files } })
    }
    return found
  }

  /** @returns the number of removed items by kind */
  async function sweep(renewedBefore: Date | undefined): Promise<Record<string, number>> {
    const time = now()
    const doubt = await checkClock({ db, now: () => time, trashDays })
    if (doubt !== undefined)
      log.error(
        { ...doubt, clock: time.toISOString() },
        'the clock may be wrong: nothing stored is erased by date before sealpost-admin sweep --confirm',
      )
    // If the store does not respond, it is unknown which uploads have parts: none is removed as merely announced.
    const isRecorded = await recordDirectParts().then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, 'the store could not be asked for parts that went straight to it')
        return false
      },
    )
    const staleSince = renewedBefore?.toISOString() ?? isoBefore(time, stagedKeyLifetimeSeconds)
    const uploadsBefore = {
      lastPartBefore: isoBefore(time, uploadLifetimeSeconds),
      announcedBefore: isRecorded ? isoBefore(time, announcedLifetimeSeconds) : '',
    }
    const endedAt = time.toISOString()
    const removed: Record<string, number> = {
      staged: await transact(db, (trx) => discardExpiredStaged(trx, staleSince, endedAt)),
      uploads:
        doubt === undefined
          ? await removeInSteps((trx) => deleteExpiredUploads(trx, uploadsBefore, endedAt))
          : 0,
    }
    for (const [kind, expired] of Object.entries<ExpiredRows>(expiredRows(time, auditDays))) {
      if (doubt !== undefined && historyKinds.has(kind)) continue
      const remove = (trx: Db) => removeExpiredRows(trx, expired)
      removed[kind] = await (expired.key ? removeInSteps(remove) : transact(db, remove))
    }
    if (doubt === undefined) {
      Object.assign(removed, await eraseByDate(time))
      const linksBefore = isoBefore(time, expiredLinkLifetimeSeconds)
      removed.downloadLinks = await removeInSteps((trx) => endExpiredLinks(trx, linksBefore, endedAt))
    }
    const failures: unknown[] = []
    // A failure in one place must not stop the others.
    const attempt = (step: Promise<number>) =>
      step.catch((error: unknown) => {
        failures.push(error)
        return 0
      })
    removed.temporary = await attempt(
      blobs.sweep(renewedBefore ?? new Date(isoBefore(time, temporaryLifetimeSeconds))),
    )
    removed.mails = await attempt(mailer.sweep(new Date(isoBefore(time, mailLifetimeSeconds))))
    removed.migrationCopies = await attempt(database.removeOldCopies())
    log[Object.values(removed).some((count) => count > 0) ? 'info' : 'debug'](removed, 'swept')
    await removeLinks()
    await removeFolders()
    await collectGarbage()
    if (failures.length === 0) await setSetting(db, lastSweepSetting, time.toISOString())
    await emptyLog()
    if (doubt === undefined) {
      await attempt(warnOwners({ db, now: () => time }).then(() => 0))
      await attempt(remindOwners({ db, counters, now: () => time, publicOrigin }).then(() => 0))
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
    return removed
  }
}
