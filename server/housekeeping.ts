import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { batchResultLifetimeSeconds, uploadLifetimeSeconds } from '../contract/limits.ts'
import type { BlobStore } from './blobs/blobStore.ts'
import { discardStaged, forgetGarbage, nextGarbage } from './db/blobs.ts'
import { deleteFormerKeyPairs } from './db/keyPairs.ts'
import { deleteExpiredLoginTickets } from './db/loginTickets.ts'
import type { Tables } from './db/schema.ts'
import { deleteEndedSessions } from './db/sessions.ts'
import { deleteExpiredLinks } from './db/downloadLinks.ts'
import { deleteExpiredUploads, deleteOldBatchResults } from './db/uploads.ts'
import { sessionIdleSeconds, sessionLifetimeSeconds, ticketLifetimeSeconds } from './security/sessionTimes.ts'

const stagedLifetimeSeconds = 24 * 3600
/** Whoever locks themselves out while changing a password has so long to come back. */
const formerKeyPairLifetimeSeconds = 30 * 24 * 3600
/** So long recipients are told that a link has expired; after that it is unknown. */
const expiredLinkLifetimeSeconds = 30 * 24 * 3600
const keysPerStep = 500

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
  /** Lets the store forget what is in `garbage`, in the background. */
  collectGarbage(): void
  /**
   * Removes what nobody will finish: staged keys from before `stagedBefore` (default: a day ago), uploads, batch
   * results, download links, sessions, tickets and former key pairs past their time. Logs what it removed.
   */
  sweep(stagedBefore?: Date): Promise<void>
  /** Resolves when nothing is at work in the background. */
  idle(): Promise<void>
}

export function createHousekeeping({
  db,
  blobs,
  log,
  now,
}: {
  db: Kysely<Tables>
  blobs: BlobStore
  log: FastifyBaseLogger
  now: () => Date
}): Housekeeping {
  let collecting: Promise<void> = Promise.resolve()

  async function forgetAllGarbage(): Promise<void> {
    let forgotten = 0
    let failed = 0
    // Walks on behind keys that failed: one object that will not go must not keep the others.
    let after = ''
    for (;;) {
      const keys = await nextGarbage(db, after, keysPerStep)
      const last = keys.at(-1)
      if (last === undefined) break
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

  function collectGarbage(): Promise<void> {
    collecting = collecting.then(forgetAllGarbage).catch((error: unknown) => {
      log.error({ err: error }, 'garbage collection failed')
    })
    return collecting
  }

  return {
    collectGarbage: () => void collectGarbage(),
    async sweep(stagedBefore) {
      const time = now()
      const before = (seconds: number) => new Date(time.getTime() - seconds * 1000).toISOString()
      const staged = stagedBefore ?? new Date(time.getTime() - stagedLifetimeSeconds * 1000)
      const swept = await db.transaction().execute(async (trx) => ({
        staged: await discardStaged(trx, staged.toISOString(), time.toISOString()),
        uploads: await deleteExpiredUploads(trx, before(uploadLifetimeSeconds), time.toISOString()),
        batchResults: await deleteOldBatchResults(trx, before(batchResultLifetimeSeconds)),
        downloadLinks: await deleteExpiredLinks(trx, before(expiredLinkLifetimeSeconds)),
        sessions: await deleteEndedSessions(trx, before(sessionIdleSeconds), before(sessionLifetimeSeconds)),
        loginTickets: await deleteExpiredLoginTickets(trx, before(ticketLifetimeSeconds)),
        formerKeyPairs: await deleteFormerKeyPairs(trx, before(formerKeyPairLifetimeSeconds)),
      }))
      const temporary = await blobs.sweep(staged)
      log.info({ ...swept, temporary }, 'swept')
      await collectGarbage()
    },
    idle: () => collecting,
  }
}
