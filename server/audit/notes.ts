import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Counters } from '../db/counters.ts'
import type { Tables } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Audit, By, Line } from './audit.ts'
import { createDownloadLines, type DownloadedFrom } from './downloads.ts'
import { createFailureLines, type Failed } from './failures.ts'

/** How soon a note is in the database. */
const gatherMs = 1000
const retryMs = 5000

/**
 * What happened beside any transaction: failures, and bytes that went out. Gathered, and written within a second or
 * before somebody reads the history, but for downloads that go on: nobody who fails waits for it, and so nobody learns from that wait whether a name
 * exists. What a server that dies has gathered is lost; one that is stopped writes it.
 */
export interface AuditNotes {
  /** Somebody was refused. */
  failed(by: By, failed: Failed): void
  /** Bytes of a file began to go out, or its last one did. */
  downloaded(
    by: By,
    from: DownloadedFrom,
    file: { id: number; size: number },
    step: 'begun' | 'completed',
  ): void
  /**
   * Resolves when what is due is in the database: what somebody loads is a line at first and one in ten minutes, however
   * often the history is read meanwhile. Never rejects, as `flush`.
   */
  writeDue(): Promise<void>
  /** Resolves when all of it is in the database. Never rejects: failures are logged, and written later. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function createAuditNotes({
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
  log: FastifyBaseLogger
  now: () => Date
}): AuditNotes {
  const failures = createFailureLines(db, counters)
  const downloads = createDownloadLines()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  /** That could not be written yet. */
  let owed: Line[] = []

  function writeWithin(ms: number): void {
    timer ??= setTimeout(() => void write(false), ms).unref()
  }

  function write(all: boolean): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(() => writeLines(all))
    return writing
  }

  async function writeLines(all: boolean): Promise<void> {
    owed.push(...downloads.due(now().getTime(), all))
    try {
      owed.push(...(await failures.due()))
      const lines = owed
      if (lines.length > 0)
        await transact(db, async (trx) => {
          for (const { by, happened } of lines) await audit.record(trx, by, happened)
        })
      owed = []
      if (downloads.isWaiting()) writeWithin(gatherMs)
    } catch (error) {
      log.error({ err: error }, 'the history could not be written; trying again')
      writeWithin(retryMs)
    }
  }

  return {
    failed(by, failed) {
      if (auditDays === 0) return
      failures.add(by, failed, now().toISOString())
      writeWithin(gatherMs)
    },
    downloaded(by, from, file, step) {
      if (auditDays === 0) return
      downloads.add(by, from, file, step, now().getTime())
      writeWithin(gatherMs)
    },
    writeDue: () => write(false),
    flush: () => write(true),
    async close() {
      await write(true)
      clearTimeout(timer)
    },
  }
}
