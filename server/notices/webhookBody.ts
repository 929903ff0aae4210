import type { NoticeRow } from '../db/schema.ts'
import { hmac, newSecretToken } from '../util/tokens.ts'

/** Generates a secret of 256 random bits; the prefix identifies it for people and secret scanners. */
export const newWebhookSecret = (): string => `whsec_${newSecretToken()}`

export function webhookBody(notice: NoticeRow): string {
  const { kind, folder_id: folder, batch_id: batch, files: count, bytes, happened_at: time } = notice
  const same = { folder, batch, count, bytes, time }
  if (kind === 'download') return JSON.stringify({ kind: 'download', ...same, link: notice.link_id })
  return JSON.stringify({ kind: 'batch', ...same, ending: kind, refused: notice.refused })
}

export const testWebhookBody = (folder: number, time: string): string =>
  JSON.stringify({ kind: 'test', folder, batch: null, count: 0, bytes: 0, time })

/** Signature header: `t` is the time in seconds since 1970, `v1` the HMAC-SHA-256 of `t`, a dot and the body. */
export function webhookSignature(secret: string, body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${hmac(Buffer.from(secret), `${t}.${body}`).toString('hex')}`
}
