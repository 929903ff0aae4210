import type { FastifyBaseLogger } from 'fastify'
import type { RouteSettings } from '../config/config.ts'
import { updateDownloadDetails } from '../db/audit.ts'
import type { CountersDep, DbDep } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { ClockDep } from '../util/isoTime.ts'
import type { AuditActor, AuditDep, PendingEvent } from './audit.ts'
import { createDownloadAggregator, type DownloadLine, type DownloadSource } from './downloadAggregator.ts'
import { createFailureAggregator, type RefusedAttempt } from './failureAggregator.ts'

const writeDelayMs = 1000
const retryMs = 5000

/**
 * Collects events outside of any transaction, failures and downloads, and writes them within a second or before the
 * history is read. A failed request does not wait for this, so response times do not reveal whether a user name exists.
 * Collected events are lost if the server crashes.
 */
export interface AuditBuffer {
  addFailure(actor: AuditActor, attempt: RefusedAttempt): void
  addDownload(
    actor: AuditActor,
    source: DownloadSource,
    file: { id: number; size: number },
    step: 'begun' | 'completed',
  ): void
  /** Resolves when all events are in the database. Never rejects: failures are logged and retried later. */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface AuditBufferDep {
  auditBuffer: AuditBuffer
}

export function createAuditBuffer({
  db,
  counters,
  audit,
  auditDays,
  log,
  now,
}: DbDep &
  CountersDep &
  AuditDep &
  ClockDep &
  Pick<RouteSettings, 'auditDays'> & { log: FastifyBaseLogger }): AuditBuffer {
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
    const lines = downloads.takeDue(now().getTime(), all)
    try {
      unwritten.push(...(await failures.takeAll()))
      let ids: (number | undefined)[] = []
      if (unwritten.length + lines.length > 0)
        ids = await transact(db, async (trx) => {
          for (const { actor, event } of unwritten) await audit.record(trx, actor, event)
          const written: (number | undefined)[] = []
          for (const line of lines) written.push(await writeDownload(trx, line))
          return written
        })
      unwritten = []
      for (const [i, { onWritten }] of lines.entries()) onWritten(ids[i])
      if (downloads.isWaiting()) scheduleWrite(writeDelayMs)
    } catch (error) {
      for (const { onFailed } of lines) onFailed()
      log.error({ err: error }, 'the history could not be written; trying again')
      scheduleWrite(retryMs)
    }
  }

  async function writeDownload(trx: Db, { id, actor, event, details }: DownloadLine) {
    if (id === undefined) return audit.record(trx, actor, event)
    await updateDownloadDetails(trx, id, details)
    return id
  }

  return {
    addFailure(actor, failed) {
      if (auditDays === 0) return
      failures.add(actor, failed, now().toISOString())
      scheduleWrite(writeDelayMs)
    },
    addDownload(actor, source, file, step) {
      if (auditDays === 0) return
      downloads.add(actor, source, file, step, now().getTime())
      scheduleWrite(writeDelayMs)
    },
    flush: () => write(true),
    async close() {
      await write(true)
      clearTimeout(timer)
    },
  }
}
