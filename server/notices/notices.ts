import { setImmediate as turnOfLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { overBatches } from '../db/arrivals.ts'
import { transact } from '../db/transact.ts'
import { overTimes } from './arrivals.ts'
import { recordBatch } from './events.ts'
import { sendMails } from './mails.ts'
import { sendWebhooks } from './webhooks.ts'

/**
 * [Note: Notices]
 *
 * Who wants to know when something arrives is told by mail and by the folder's webhook, never within a request. What is
 * to be told is a row in `notice`, made in the transaction that finds out, and it goes when it was told. Any number of
 * servers look for rows that are due; one takes a row by moving its time, and should it die, the row is due again when
 * that lease is over. So nothing is lost, and only a server that dies between telling and noting tells twice.
 */
export interface Notices {
  /** Tells what is due by now. Never rejects: what fails is logged, and comes again. */
  run(): Promise<void>
  /** Ends what is under way, and takes up nothing more. */
  close(): Promise<void>
}

const perStep = 100

export function createNotices(
  needed: Pick<Context, 'db' | 'now' | 'mailer' | 'publicOrigin' | 'branding' | 'webhookClient' | 'audit'> & {
    log: FastifyBaseLogger
  },
): Notices {
  const { audit, db, now, log } = needed
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()
  const failing = new Set<string>()

  async function tellBatches(): Promise<void> {
    while (!closing.signal.aborted) {
      const over = await overBatches(db, overTimes(now()), perStep)
      if (over.length === 0) return
      for (const batch of over) {
        await transact(db, (trx) => recordBatch(trx, audit, batch, now()))
        // SQLite does not give way to others by itself.
        await turnOfLoop()
      }
    }
  }

  /** Of failures in a row the first is logged: this comes again every few seconds. */
  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      failing.delete(what)
    } catch (error) {
      if (failing.has(what)) return
      failing.add(what)
      log.error({ err: error }, `${what} failed; trying again`)
    }
  }

  /** Who asks while it is done waits for its end. */
  function once(what: string, work: () => Promise<void>): Promise<void> {
    const done = running.get(what) ?? attempt(what, work).finally(() => running.delete(what))
    running.set(what, done)
    return done
  }

  return {
    async run() {
      await once('telling of arrivals', tellBatches)
      if (closing.signal.aborted) return
      // A receiver that takes its time keeps no mail, neither what is due now nor what will be meanwhile.
      await Promise.all([
        once('mailing notices', () => sendMails(needed, closing.signal)),
        once('posting notices', () => sendWebhooks(needed, closing.signal)),
      ])
    },
    async close() {
      closing.abort()
      await Promise.all(running.values())
    },
  }
}
