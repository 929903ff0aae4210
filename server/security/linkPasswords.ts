import type { Principal } from '../http/principals.ts'
import { matchesHash, hashPassword } from './passwordHashing.ts'
import { tokenHash } from '../util/tokens.ts'

/*
 * Passwords of links, stored as argon2id: raw text for an upload link, which it only keeps strangers from, and a verifier
 * for a download link. Texts are normalized, as systems encode the same letters differently in Unicode.
 */

/** @throws HttpError 503 */
export const hashLinkPassword = (password: string, principal: Principal): Promise<string> =>
  hashPassword(password.normalize('NFKC'), principal)

/** @throws HttpError 503 */
export const matchesLinkPassword = (
  hashed: string,
  password: string,
  principal: Principal,
): Promise<boolean> => matchesHash(password.normalize('NFKC'), hashed, principal)

/** Identifies a password without revealing it: setting it again, even to the same text, changes the version. */
export const linkPasswordVersion = (hashed: string): string => tokenHash(hashed)
