import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { findDueBatches } from '../db/uploads/arrivingBatches.ts'
import { transact } from '../db/transact.ts'
import { batchDeadlines } from './arrivingBatches.ts'
import { insertBatchNotices } from './insertNotices.ts'
import { sendNoticeMails } from './sendNoticeMails.ts'
import { sendMemberNotices } from './memberNotices.ts'
import type { MailDependencies } from './sendDueMails.ts'
import { sendWebhooks } from './sendWebhooks.ts'
import type { WebhookClientDep } from './webhookClient.ts'
import type { AuditDep } from '../audit/audit.ts'

/**
 * [Note: Notices]
 *
 * People are notified of arrivals by mail and by the folder's webhook, never within a request. Each pending
 * notification is a row in `notice`, inserted in the transaction that detects the event and deleted after delivery. A
 * server claims a due row by postponing it; if that server dies, the row is due again when this lease expires. So nothing
 * is lost, and a notification is repeated only if a server dies between delivering and recording it. People who were
 * added to a folder have rows in `member_notice`, handled alike.
 */
export interface NoticeDispatcher {
  /** Delivers notices that are due. Never rejects: failures are logged and retried. */
  run(): Promise<void>
  /** Ends running deliveries and starts no more. */
  close(): Promise<void>
}

const batchesPerQuery = 100

export function createNoticeDispatcher(
  dependencies: MailDependencies & WebhookClientDep & AuditDep & { log: FastifyBaseLogger },
): NoticeDispatcher {
  const { audit, db, now, log } = dependencies
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()
  const failing = new Set<string>()

  async function insertDueBatchNotices(): Promise<void> {
    while (!closing.signal.aborted) {
      const batches = await findDueBatches(db, batchDeadlines(now()), batchesPerQuery)
      if (batches.length === 0) return
      for (const batch of batches) {
        await transact(db, (trx) => insertBatchNotices(trx, audit, batch, now()))
        // Yields to other work, as SQLite is synchronous.
        await yieldToLoop()
      }
    }
  }

  /** Runs `work`, which is repeated every few seconds; logs only the first of consecutive failures. */
  async function attempt(task: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      failing.delete(task)
    } catch (error) {
      if (failing.has(task)) return
      failing.add(task)
      log.error({ err: error }, `${task} failed; trying again`)
    }
  }

  /** Runs `work` unless the task is running already, and waits for its end. */
  function runOnce(task: string, work: () => Promise<void>): Promise<void> {
    const done = running.get(task) ?? attempt(task, work).finally(() => running.delete(task))
    running.set(task, done)
    return done
  }

  return {
    async run() {
      await runOnce('telling of arrivals', insertDueBatchNotices)
      if (closing.signal.aborted) return
      // A slow receiver does not delay mails, neither those due now nor later ones.
      await Promise.all([
        runOnce('mailing notices', async () => {
          await sendMemberNotices(dependencies, closing.signal)
          await sendNoticeMails(dependencies, closing.signal)
        }),
        runOnce('posting notices', () => sendWebhooks(dependencies, closing.signal)),
      ])
    },
    async close() {
      closing.abort()
      await Promise.all(running.values())
    },
  }
}
