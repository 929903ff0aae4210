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
import { webhookSignature, webhookBody } from './webhookMessage.ts'
import type { DbDep } from '../db/database.ts'
import type { WebhookClientDep } from './webhookClient.ts'

type WebhookDependencies = DbDep & ClockDep & WebhookClientDep

export const maxWebhooksAtOnce = 8
export const maxWebhooksPerOwner = 2
/** Number of due webhooks that are read at a time; small, so that those that become due meanwhile get their turn. */
const webhooksPerQuery = 4 * maxWebhooksAtOnce

/** Posts to a webhook once and stores the outcome. The receiver detects repeats by `id`. */
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

/** True if a webhook may be posted to now: one at a time per folder, and a few per owner. */
export const mayBePosted = (webhook: DueWebhook, running: readonly DueWebhook[]): boolean =>
  running.length < maxWebhooksAtOnce &&
  running.filter(({ owner }) => owner === webhook.owner).length < maxWebhooksPerOwner &&
  running.every(({ folder_id }) => folder_id !== webhook.folder_id)

/** Posts notices that are due. Stops at the first database error, and throws it once running requests have ended. */
export async function sendWebhooks(dependencies: WebhookDependencies, signal: AbortSignal): Promise<void> {
  const running = new Map<DueWebhook, Promise<void>>()
  let failure: { error: unknown } | undefined
  const isStopping = () => signal.aborted || failure !== undefined
  const whenOneIsPosted = () => Promise.race(running.values())
  const startPosting = (webhook: DueWebhook) => {
    const posted = postNotice(dependencies, webhook.id, signal)
      .catch((error: unknown) => (failure ??= { error }))
      .then(() => void running.delete(webhook))
    running.set(webhook, posted)
  }
  while (!isStopping()) {
    const due = await listDueWebhooks(dependencies.db, dependencies.now().toISOString(), webhooksPerQuery)
    const take = () => (isStopping() ? undefined : takeNextPostable(due, [...running.keys()]))
    for (let next = take(); next !== undefined; next = take()) {
      startPosting(next)
      if (running.size >= maxWebhooksAtOnce) await whenOneIsPosted()
    }
    if (running.size === 0) break
    await whenOneIsPosted()
  }
  await Promise.all(running.values())
  if (failure !== undefined) throw failure.error
}

function takeNextPostable(due: DueWebhook[], running: readonly DueWebhook[]): DueWebhook | undefined {
  const index = due.findIndex((webhook) => mayBePosted(webhook, running))
  return index < 0 ? undefined : due.splice(index, 1)[0]
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
