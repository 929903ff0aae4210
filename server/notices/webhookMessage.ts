import type { NoticeRow } from '../db/schema.ts'
import { hmac, newSecretToken } from '../util/tokens.ts'

/** Generates a secret of 256 random bits; the prefix identifies it for people and secret scanners. */
export const newWebhookSecret = (): string => `whsec_${newSecretToken()}`

interface CommonMembers {
  folder: number
  batch: string | null
  count: number
  bytes: number
  time: string
}

/** Body of a request to a webhook, described in docs/operations/notifications.md. */
type WebhookMessage = CommonMembers &
  (
    | { kind: 'test' }
    | { kind: 'download'; link: number | null }
    /** `ending` says how the upload ended: complete, with refused files, or cut off. */
    | { kind: 'batch'; ending: Exclude<NoticeRow['kind'], 'download'>; refused: number }
  )

const serialize = (message: WebhookMessage): string => JSON.stringify(message)

/** Body of the request about a notice. */
export function webhookBody(notice: NoticeRow): string {
  const { kind, folder_id: folder, batch_id: batch, files: count, bytes, happened_at: time } = notice
  const common = { folder, batch, count, bytes, time }
  if (kind === 'download') return serialize({ kind: 'download', ...common, link: notice.link_id })
  return serialize({ kind: 'batch', ...common, ending: kind, refused: notice.refused })
}

/** Body of the request that an owner sends to try the webhook. */
export const testWebhookBody = (folder: number, time: string): string =>
  serialize({ kind: 'test', folder, batch: null, count: 0, bytes: 0, time })

/** Signature header: `t` is the time in seconds since 1970, `v1` the HMAC-SHA-256 of `t`, a dot and the body. */
export function webhookSignature(secret: string, body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${hmac(Buffer.from(secret), `${t}.${body}`).toString('hex')}`
}
