import type { WebhookOutcome } from '../../contract/schemas/notices.ts'
import type { Context } from '../context.ts'
import { claimNotice, deleteNotices, dueWebhooks, postponeNotices, postponeWebhook } from '../db/notices.ts'
import type { NoticeRow, WebhookRow } from '../db/schema.ts'
import { findWebhook, noteOutcome } from '../db/webhooks.ts'
import { inParallel } from '../parallel.ts'
import { after, leaseSeconds, nextTry } from './times.ts'
import { signature, webhookBody } from './webhookBody.ts'

type Needed = Pick<Context, 'db' | 'now' | 'webhookClient'>

export const webhooksAtOnce = 8
const perStep = 100

/** Posts to a webhook once, and keeps how that went. `id`: what a receiver knows a repeat by. */
export async function postTo(
  { db, now, webhookClient }: Needed,
  webhook: WebhookRow,
  { body, id }: { body: string; id: string },
  signal: AbortSignal,
): Promise<WebhookOutcome> {
  const headers = {
    'sealpost-signature': signature(webhook.secret, body, now()),
    'sealpost-delivery': id,
  }
  const answered = await webhookClient.post(webhook.url, body, headers, signal)
  const outcome = { at: now().toISOString(), ...answered }
  if (!signal.aborted) await noteOutcome(db, webhook, outcome)
  return outcome
}

/** Posts what is due, of each folder one after the other. */
export async function sendWebhooks(needed: Needed, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const ids = await dueWebhooks(needed.db, needed.now().toISOString(), perStep)
    if (ids.length === 0) return
    await inParallel(ids, webhooksAtOnce, (id) => postOne(needed, id, signal))
  }
}

async function postOne(needed: Needed, id: number, signal: AbortSignal): Promise<void> {
  const { db, now } = needed
  const times = { now: now().toISOString(), lease: after(now(), leaseSeconds) }
  const notice = await claimNotice(db, id, times)
  if (notice === undefined) return
  const webhook = await findWebhook(db, notice.folder_id)
  if (webhook === undefined) {
    await deleteNotices(db, [id])
    return
  }
  const outcome = await postTo(needed, webhook, { body: webhookBody(notice), id: String(id) }, signal)
  // Whoever was interrupted has not failed: the next one takes it up when this lease is over.
  if (signal.aborted) return
  if (outcome.how === 'delivered') await deleteNotices(db, [id])
  else await tryLater(needed, notice)
}

async function tryLater({ db, now }: Needed, notice: NoticeRow): Promise<void> {
  const next = nextTry(notice.attempts, notice.made_at, now())
  if (next === undefined) await deleteNotices(db, [notice.id])
  else await postponeNotices(db, [notice.id], next)
  // What waits behind it would meet the same.
  await postponeWebhook(db, notice.folder_id, next ?? after(now(), 60))
}
