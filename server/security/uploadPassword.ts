import type { Principal } from './principals.ts'
import { hasHash, passwordHash } from './derivations.ts'
import { tokenHash } from './tokens.ts'

/*
 * The password of an upload link is a raw text: it keeps strangers from sending, and opens nothing that is encrypted.
 * Kept as argon2id all the same, for people use passwords twice. The same password typed on another system, with
 * other Unicode for the same letters, is the same password.
 */

/** @throws HttpError 503 */
export const hashUploadPassword = (password: string, principal: Principal): Promise<string> =>
  passwordHash(password.normalize('NFKC'), principal)

/** @throws HttpError 503 */
export const isUploadPassword = (hashed: string, password: string, principal: Principal): Promise<boolean> =>
  hasHash(password.normalize('NFKC'), hashed, principal)

/** Names a password that was set, without telling it: setting it again, even to the same text, changes the mark. */
export const passwordMark = (hashed: string): string => tokenHash(hashed)
