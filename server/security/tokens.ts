import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 128 random bits, base64url: link tokens, upload ids, visitors. */
export const newToken = (): string => randomBytes(16).toString('base64url')
/** 256 random bits, base64url: what lets a browser in (sessions, sign-in tickets, passed gates). */
export const newSessionToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token, and stands for it in names of cookies and counts: its SHA-256, base64url. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** HMAC-SHA-256. */
export const hmac = (secret: Buffer, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function equalTexts(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
