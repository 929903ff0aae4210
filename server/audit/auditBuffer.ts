import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Counters } from '../db/counters.ts'
import type { Tables } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Audit, AuditActor, PendingEvent } from './audit.ts'
import { createDownloadAggregator, type DownloadSource } from './downloadAggregator.ts'
import { createFailureAggregator, type RefusedAttempt } from './failureAggregator.ts'

const writeDelayMs = 1000
const retryMs = 5000

/**
 * Collects events outside of any transaction, failures and downloads, and writes them within a second or before the
 * history is read. A failed request does not wait for this, so response times do not reveal whether a user name exists.
 * Collected events are lost if the server crashes.
 */
export interface AuditBuffer {
  addFailure(by: AuditActor, failed: RefusedAttempt): void
  addDownload(
    by: AuditActor,
    from: DownloadSource,
    file: { id: number; size: number },
    step: 'begun' | 'completed',
  ): void
  /** Resolves when the events that are due, see `createDownloadAggregator`, are in the database. Never rejects, as `flush`. */
  writeDue(): Promise<void>
  /** Resolves when all events are in the database. Never rejects: failures are logged and retried later. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function createAuditBuffer({
  db,
  counters,
  audit,
  auditDays,
  log,
  now,
}: {
  db: Kysely<Tables>
  counters: Counters
  audit: Audit
  auditDays: number
  now: () => Date
  log: FastifyBaseLogger
}): AuditBuffer {
  const failures = createFailureAggregator(db, counters)
  const downloads = createDownloadAggregator()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let unwritten: PendingEvent[] = []

  function scheduleWrite(ms: number): void {
    timer ??= setTimeout(() => void write(false), ms).unref()
  }

  function write(all: boolean): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(() => writeLines(all))
    return writing
  }

  async function writeLines(all: boolean): Promise<void> {
    unwritten.push(...downloads.takeDue(now().getTime(), all))
    try {
      unwritten.push(...(await failures.takeAll()))
      const lines = unwritten
      if (lines.length > 0)
        await transact(db, async (trx) => {
          for (const { actor, event } of lines) await audit.record(trx, actor, event)
        })
      unwritten = []
      if (downloads.isWaiting()) scheduleWrite(writeDelayMs)
    } catch (error) {
      log.error({ err: error }, 'the history could not be written; trying again')
      scheduleWrite(retryMs)
    }
  }

  return {
    addFailure(by, failed) {
      if (auditDays === 0) return
      failures.add(by, failed, now().toISOString())
      scheduleWrite(writeDelayMs)
    },
    addDownload(by, from, file, step) {
      if (auditDays === 0) return
      downloads.add(by, from, file, step, now().getTime())
      scheduleWrite(writeDelayMs)
    },
    writeDue: () => write(false),
    flush: () => write(true),
    async close() {
      await write(true)
      clearTimeout(timer)
    },
  }
}
