import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import {
  announcedLifetimeSeconds,
  batchResultLifetimeSeconds,
  uploadLifetimeSeconds,
} from '../contract/limits.ts'
import type { BlobStore } from './blobs/blobStore.ts'
import { deleteExpiredApiTokens } from './db/apiTokens.ts'
import { deleteOldEvents } from './db/audit.ts'
import { deleteOldAssets } from './db/assets.ts'
import {
  addGarbage,
  discardStaged,
  forgetGarbage,
  isStaged,
  nextGarbage,
  renewStaged,
  unstageBlob,
} from './db/blobs.ts'
import { nextClosedFolder, removeSomeOfFolder } from './db/closedFolders.ts'
import { deleteExpiredCounts } from './db/counters.ts'
import type { Database } from './db/database.ts'
import { lastSweep } from './db/installationState.ts'
import { deleteExpiredEmailCodes } from './db/emailCodes.ts'
import { deleteEndedGatePasses, deleteExpiredCodes, deleteOldCodeRequests } from './db/gates.ts'
import { deleteFormerKeyPairs } from './db/keyPairs.ts'
import { deleteExpiredLoginTickets } from './db/loginTickets.ts'
import { isOutOfRoom } from './db/failures.ts'
import { isGarbageHeld } from './db/leases.ts'
import type { Tables } from './db/schema.ts'
import { deleteEndedUses } from './db/linkUses.ts'
import { deleteEndedSessions } from './db/sessions.ts'
import { setSetting } from './db/settings.ts'
import { deleteExpiredLinks } from './db/downloadLinks.ts'
import {
  deleteExpiredUploads,
  deleteOldBatchResults,
  noteFirstPart,
  uploadsWithoutParts,
} from './db/uploads.ts'
import { transact } from './db/transact.ts'
import type { KeptAssets } from './http/keptAssets.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Meters } from './metrics/meters.ts'
import { inParallel } from './parallel.ts'
import { codeRequestSeconds, codeSeconds } from './security/gateTimes.ts'
import { sessionIdleSeconds, sessionLifetimeSeconds, ticketLifetimeSeconds } from './security/sessionTimes.ts'

/** Of staged keys: nobody who has not renewed them for so long brings their bytes any more. */
const leaseSeconds = 600
const renewMs = 60_000
/** Of what interrupted writes leave in the store. */
const temporaryLifetimeSeconds = 24 * 3600
/** Whoever locks themselves out while changing a password has so long to come back. */
const formerKeyPairLifetimeSeconds = 30 * 24 * 3600
/** So long recipients are told that a link has expired; after that it is unknown. */
const expiredLinkLifetimeSeconds = 30 * 24 * 3600
/** So long an API token that has expired is listed: whose script failed can see why. */
const expiredTokenLifetimeSeconds = 30 * 24 * 3600
/** Mails that were written into the data folder. */
const mailLifetimeSeconds = 7 * 24 * 3600
/** Pages stay open; after so long without a server of their build, parts that they have not loaded are gone. */
const assetLifetimeSeconds = 30 * 24 * 3600
const daySeconds = 24 * 3600
const keysPerStep = 500
/** That are looked at. */
const uploadsAtOnce = 8

/**
 * [Note: How bytes come and go]
 *
 * 1. A row in `staged` (one request's small files) or `upload` (a file in parts) names a key.
 * 2. Bytes are written under it and made durable.
 * 3. One transaction turns the key into `file` rows. From here on, and not before, the bytes exist.
 * 4. Removing a file replaces its row by one in `garbage`, in one transaction; the store forgets the bytes; then the
 *    garbage row goes. Whatever fails in between is tried again, at the start and every hour.
 *
 * So every byte in the store is named by some row at any moment, and a `file` row never names bytes that are not there.
 */
export interface Housekeeping {
  /** After a folder was closed: removes its rows and then what `collectGarbage` removes, in the background. */
  removeFolders(): void
  /** After rows were deleted: lets the store and the database's files forget, in the background. */
  collectGarbage(): void
  /** A request brings bytes under a staged key. @returns what says that it does no longer */
  renew(key: string): () => void
  /** Forgets what a request that failed has written under its staged key. Harmless once the key has found its files. */
  discard(key: string): Promise<void>
  /**
   * Removes what is left of deleted folders, and what nobody will finish: staged keys that were not renewed after
   * `renewedBefore` (default: ten minutes ago), uploads, batch results, download links and uses of them, sessions, API
   * tokens, tickets, codes, passed gates, former key pairs, counts, history, parts of pages and written mails past their
   * time. Keeps those of this build. Logs what it removed, and empties the database's log.
   */
  sweep(renewedBefore?: Date): Promise<void>
  /** Resolves when nothing is at work in the background. */
  idle(): Promise<void>
  /** As `idle`; and nothing is renewed any more. */
  close(): Promise<void>
}

export function createHousekeeping({
  db,
  database,
  blobs,
  mailer,
  assets,
  meters,
  auditDays,
  log,
  now,
}: {
  db: Kysely<Tables>
  database: Pick<Database, 'forgetDeleted' | 'alone'>
  blobs: BlobStore
  mailer: Pick<Mailer, 'sweep'>
  /** Undefined: parts of pages are not kept. */
  assets: Pick<KeptAssets, 'keep'> | undefined
  meters: Pick<Meters, 'swept'>
  /** So long the history is kept. */
  auditDays: number
  log: FastifyBaseLogger
  now: () => Date
}): Housekeeping {
  let collecting: Promise<void> = Promise.resolve()
  const staged = new Set<string>()
  const renewing = setInterval(() => void renewAll(), renewMs).unref()

  async function renewAll(): Promise<void> {
    if (staged.size === 0) return
    await renewStaged(db, [...staged], now().toISOString()).catch((error: unknown) =>
      log.error({ err: error }, 'running uploads could not be renewed'),
    )
  }

  async function forgetAllGarbage(): Promise<void> {
    let forgotten = 0
    let failed = 0
    // Walks on behind keys that failed: one object that will not go must not keep the others.
    let after = ''
    for (;;) {
      const keys = await nextGarbage(db, after, keysPerStep)
      const last = keys.at(-1)
      if (last === undefined) break
      // Looked at behind the keys: see [Note: Bytes that a backup still needs].
      if (await isGarbageHeld(db, now().toISOString())) {
        log.info('a backup is under way; bytes of deleted files go after it, within the hour')
        break
      }
      after = last
      try {
        await blobs.delete(keys)
        await forgetGarbage(db, keys)
        forgotten += keys.length
      } catch (error) {
        failed += keys.length
        log.error(
          { err: error, keys: keys.length },
          'bytes could not be removed; trying again within the hour',
        )
      }
    }
    if (forgotten + failed > 0) log.info({ forgotten, failed }, 'garbage collected')
  }

  /** See [Note: Deleting a folder]. */
  async function removeClosedFolders(): Promise<void> {
    for (let id = await nextClosedFolder(db, 0); id !== undefined; id = await nextClosedFolder(db, id)) {
      const folderId = id
      while (await transact(db, (trx) => removeSomeOfFolder(trx, folderId, now().toISOString()))) {
        // SQLite does not give way to others by itself.
        await turnOfLoop()
      }
    }
  }

  /** Rows that were deleted, by whatever call, are in no file any more after this. */
  async function forgetPages(): Promise<void> {
    if (await database.forgetDeleted()) return
    log.info('another process reads the database; its write-ahead log is emptied within the hour')
  }

  function inBackground(work: () => Promise<void>, failure: string): Promise<void> {
    collecting = collecting.then(work).catch((error: unknown) => {
      log.error({ err: error }, failure)
    })
    return collecting
  }
  const removeFolders = () =>
    inBackground(removeClosedFolders, 'rows of deleted folders could not be removed')
  const collectGarbage = () => inBackground(forgetAllGarbage, 'garbage collection failed')
  const emptyTheLog = () => inBackground(forgetPages, 'the write-ahead log could not be emptied')

  async function discard(key: string): Promise<void> {
    try {
      const discarded = await transact(db, async (trx) => {
        if (!(await unstageBlob(trx, key))) return false
        await addGarbage(trx, [key], now().toISOString())
        return true
      })
      if (discarded) void collectGarbage()
    } catch (error) {
      // On a full disk there is no room for the note either, until the bytes are gone. Of any other failure nobody
      // knows whether the key has found its files: it is swept, or was.
      if (!isOutOfRoom(error)) throw error
      log.warn({ err: error }, 'an upload that failed could not be noted; its bytes are removed at once')
      if (!(await isStaged(db, key))) return
      await blobs.delete([key])
      await unstageBlob(db, key)
    }
  }

  return {
    removeFolders() {
      void removeFolders()
      void collectGarbage()
      void emptyTheLog()
    },
    collectGarbage() {
      void collectGarbage()
      void emptyTheLog()
    },
    renew(key) {
      staged.add(key)
      return () => void staged.delete(key)
    },
    async discard(key) {
      await discard(key).catch((error: unknown) => {
        log.error({ err: error }, 'the bytes of an upload that failed stay until they are swept')
      })
    },
    async sweep(renewedBefore) {
      await assets?.keep()
      const isAlone = await database.alone(() => sweepAndTell(renewedBefore))
      if (!isAlone) log.debug('another server sweeps')
    },
    idle: () => collecting,
    close() {
      clearInterval(renewing)
      return collecting
    },
  }

  /** Of a part that went straight to the store nobody told us. Without any, an upload ends like one that only began. */
  async function seeDirectParts(): Promise<void> {
    if (blobs.addresses === undefined) return
    for (let after = ''; ;) {
      const some = await uploadsWithoutParts(db, after, keysPerStep)
      const last = some.at(-1)
      if (last === undefined) return
      after = last.id
      await inParallel(some, uploadsAtOnce, async ({ id, blob_key, size, part_size: partSize }) => {
        if ((await blobs.listParts(blob_key, { size, partSize })).length > 0) await noteFirstPart(db, id)
      })
    }
  }

  async function sweepAndTell(renewedBefore: Date | undefined): Promise<void> {
    const began = performance.now()
    let removed: Record<string, number> | undefined
    try {
      removed = await sweep(renewedBefore)
    } finally {
      meters.swept(removed, (performance.now() - began) / 1000)
    }
  }

  /** @returns how much it has removed, by kind */
  async function sweep(renewedBefore: Date | undefined): Promise<Record<string, number>> {
    const time = now()
    const before = (seconds: number) => new Date(time.getTime() - seconds * 1000).toISOString()
    // Of a store that does not answer nobody knows which uploads have begun: then none is taken for a mere announcement.
    const isSeen = await seeDirectParts().then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, 'the store could not be asked for parts that went straight to it')
        return false
      },
    )
    const dead = renewedBefore ?? new Date(time.getTime() - leaseSeconds * 1000)
    const swept = await transact(db, async (trx) => ({
      staged: await discardStaged(trx, dead.toISOString(), time.toISOString()),
      uploads: await deleteExpiredUploads(
        trx,
        {
          lastPartBefore: before(uploadLifetimeSeconds),
          announcedBefore: isSeen ? before(announcedLifetimeSeconds) : '',
        },
        time.toISOString(),
      ),
      batchResults: await deleteOldBatchResults(trx, before(batchResultLifetimeSeconds)),
      linkUses: await deleteEndedUses(trx, time.toISOString()),
      downloadLinks: await deleteExpiredLinks(trx, before(expiredLinkLifetimeSeconds)),
      counts: await deleteExpiredCounts(trx, time),
      sessions: await deleteEndedSessions(trx, before(sessionIdleSeconds), before(sessionLifetimeSeconds)),
      apiTokens: await deleteExpiredApiTokens(trx, before(expiredTokenLifetimeSeconds)),
      loginTickets: await deleteExpiredLoginTickets(trx, before(ticketLifetimeSeconds)),
      formerKeyPairs: await deleteFormerKeyPairs(trx, before(formerKeyPairLifetimeSeconds)),
      codes: await deleteExpiredCodes(trx, before(codeSeconds)),
      emailCodes: await deleteExpiredEmailCodes(trx, before(codeSeconds)),
      codeRequests: await deleteOldCodeRequests(trx, before(codeRequestSeconds)),
      gatePasses: await deleteEndedGatePasses(trx, time.toISOString()),
      auditEvents: await deleteOldEvents(trx, before(auditDays * daySeconds)),
      assets: await deleteOldAssets(trx, before(assetLifetimeSeconds)),
    }))
    const temporary = await blobs.sweep(renewedBefore ?? new Date(before(temporaryLifetimeSeconds)))
    const mails = await mailer.sweep(new Date(before(mailLifetimeSeconds)))
    const removed = { ...swept, temporary, mails }
    log[Object.values(removed).some((count) => count > 0) ? 'info' : 'debug'](removed, 'swept')
    await removeFolders()
    await collectGarbage()
    await setSetting(db, lastSweep, time.toISOString())
    await emptyTheLog()
    return removed
  }
}
