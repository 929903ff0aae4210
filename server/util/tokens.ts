import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Generates a token of 128 random bits, base64url: link tokens, upload ids, visitors. */
export const newToken = (): string => randomBytes(16).toString('base64url')
/** Generates a token of 256 random bits, base64url, for access: sessions, sign-in tickets, passed gates. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 of a token, base64url: stored instead of it, and used in names of cookies and counters. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

export const hmac = (secret: Buffer, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()

/** True if `text` has the form of a secret token. */
export const isSecretToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Compares texts of any length by their hashes, so that the time does not depend on where they differ. */
export function timingSafeEqualTexts(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
