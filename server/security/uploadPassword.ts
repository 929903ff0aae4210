import type { Principal } from './principals.ts'
import { hasHash, passwordHash } from './derivations.ts'
import { tokenHash } from './tokens.ts'

/*
 * The password of an upload link is sent as raw text: it keeps strangers from uploading, and decrypts nothing. It is
 * stored as argon2id nevertheless, since people reuse passwords. It is normalized, as systems encode the same letters
 * differently in Unicode.
 */

/** @throws HttpError 503 */
export const hashUploadPassword = (password: string, principal: Principal): Promise<string> =>
  passwordHash(password.normalize('NFKC'), principal)

/** @throws HttpError 503 */
export const isUploadPassword = (hashed: string, password: string, principal: Principal): Promise<boolean> =>
  hasHash(password.normalize('NFKC'), hashed, principal)

/** Identifies a password without revealing it: setting it again, even to the same text, changes the mark. */
export const passwordMark = (hashed: string): string => tokenHash(hashed)
