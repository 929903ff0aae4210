import type { WebhookOutcome } from '../../contract/schemas/notices.ts'
import { isoAfter, type ClockDep } from '../util/isoTime.ts'
import {
  claimNotices,
  deleteNotices,
  type DueWebhook,
  listDueWebhooks,
  postponeNotices,
  postponeWebhook,
} from '../db/notices/notices.ts'
import type { NoticeRow, WebhookRow } from '../db/schema.ts'
import { findWebhook, setWebhookOutcome } from '../db/notices/webhooks.ts'
import { noticeLeaseSeconds, nextAttemptAt } from './noticeTimes.ts'
import { webhookSignature, webhookBody } from './webhookBody.ts'
import type { DbDep } from '../db/database.ts'
import type { WebhookClientDep } from './webhookClient.ts'

type WebhookDependencies = DbDep & ClockDep & WebhookClientDep

export const maxWebhooksAtOnce = 8
export const maxWebhooksPerOwner = 2
/** Number of due webhooks that are read at a time; small, so that those that become due meanwhile get their turn. */
const webhooksPerQuery = 4 * maxWebhooksAtOnce

/** Posts to a webhook once and stores the outcome. `id` lets the receiver detect a repeat. */
export async function postWebhook(
  { db, now, webhookClient }: WebhookDependencies,
  webhook: WebhookRow,
  { body, id }: { body: string; id: string },
  signal: AbortSignal,
): Promise<WebhookOutcome> {
  const headers = {
    'sealpost-signature': webhookSignature(webhook.secret, body, now()),
    'sealpost-delivery': id,
  }
  const delivery = await webhookClient.post(webhook.url, body, headers, signal)
  const outcome = { at: now().toISOString(), ...delivery }
  if (!signal.aborted) await setWebhookOutcome(db, webhook, outcome)
  return outcome
}

/** Returns whether a webhook may be posted to now: one at a time per folder, and a few per owner. */
export const mayBePosted = (webhook: DueWebhook, underWay: readonly DueWebhook[]): boolean =>
  underWay.length < maxWebhooksAtOnce &&
  underWay.filter(({ owner }) => owner === webhook.owner).length < maxWebhooksPerOwner &&
  underWay.every(({ folder_id }) => folder_id !== webhook.folder_id)

/** Posts notices that are due. Stops at the first database error, and throws it once running requests have ended. */
export async function sendWebhooks(dependencies: WebhookDependencies, signal: AbortSignal): Promise<void> {
  const underWay = new Map<DueWebhook, Promise<void>>()
  let failure: { error: unknown } | undefined
  const isOver = () => signal.aborted || failure !== undefined
  const oneIsPosted = () => Promise.race(underWay.values())
  const startPosting = (webhook: DueWebhook) => {
    const posted = postNotice(dependencies, webhook.id, signal)
      .catch((error: unknown) => (failure ??= { error }))
      .then(() => void underWay.delete(webhook))
    underWay.set(webhook, posted)
  }
  while (!isOver()) {
    const due = await listDueWebhooks(dependencies.db, dependencies.now().toISOString(), webhooksPerQuery)
    const take = () => (isOver() ? undefined : takeNextPostable(due, [...underWay.keys()]))
    for (let next = take(); next !== undefined; next = take()) {
      startPosting(next)
      if (underWay.size >= maxWebhooksAtOnce) await oneIsPosted()
    }
    if (underWay.size === 0) break
    await oneIsPosted()
  }
  await Promise.all(underWay.values())
  if (failure !== undefined) throw failure.error
}

function takeNextPostable(due: DueWebhook[], underWay: readonly DueWebhook[]): DueWebhook | undefined {
  const at = due.findIndex((webhook) => mayBePosted(webhook, underWay))
  return at < 0 ? undefined : due.splice(at, 1)[0]
}

async function postNotice(dependencies: WebhookDependencies, id: number, signal: AbortSignal): Promise<void> {
  const { db, now } = dependencies
  const times = { now: now().toISOString(), lease: isoAfter(now(), noticeLeaseSeconds) }
  const [notice] = await claimNotices(db, { id }, times, 1)
  if (notice === undefined) return
  const webhook = await findWebhook(db, notice.folder_id)
  if (webhook === undefined) {
    await deleteNotices(db, [id])
    return
  }
  const delivery = { body: webhookBody(notice), id: String(id) }
  const outcome = await postWebhook(dependencies, webhook, delivery, signal)
  // An interrupted request has not failed: another server claims the notice when this lease expires.
  if (signal.aborted) return
  if (outcome.how === 'delivered') await deleteNotices(db, [id])
  else await retryLater(dependencies, notice)
}

async function retryLater({ db, now }: WebhookDependencies, notice: NoticeRow): Promise<void> {
  const next = nextAttemptAt(notice.attempts, notice.made_at, now())
  if (next === undefined) await deleteNotices(db, [notice.id])
  else await postponeNotices(db, [notice.id], next)
  // Other notices to the same webhook would fail in the same way.
  await postponeWebhook(db, notice.folder_id, next ?? isoAfter(now(), 60))
}
