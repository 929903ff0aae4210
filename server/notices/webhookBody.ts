import type { NoticeRow } from '../db/schema.ts'
import { hmac, newSessionToken } from '../security/tokens.ts'

/** 256 random bits; the prefix tells people, and programs that look for leaks, what it is. */
export const newWebhookSecret = (): string => `whsec_${newSessionToken()}`

/** What is posted. `time`: when it happened, ISO 8601. */
export function webhookBody(notice: NoticeRow): string {
  const { kind, folder_id: folder, batch_id: batch, files: count, bytes, happened_at: time } = notice
  const same = { folder, batch, count, bytes, time }
  if (kind === 'download') return JSON.stringify({ kind: 'download', ...same, link: notice.link_id })
  return JSON.stringify({ kind: 'batch', ...same, ending: kind, refused: notice.refused })
}

export const testBody = (folder: number, time: string): string =>
  JSON.stringify({ kind: 'test', folder, batch: null, count: 0, bytes: 0, time })

/** `t`: seconds since 1970 when it was signed; `v1`: HMAC-SHA-256 of that, a dot and the body, in hex. */
export function signature(secret: string, body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${hmac(Buffer.from(secret), `${t}.${body}`).toString('hex')}`
}
