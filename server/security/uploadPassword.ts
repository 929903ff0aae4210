import { hasHash, passwordHash } from './derivations.ts'
import { tokenHash } from './tokens.ts'

/*
 * The password of an upload link is a raw text: it keeps strangers from sending, and opens nothing that is encrypted.
 * Kept as argon2id all the same, for people use passwords twice. The same password typed on another system, with
 * other Unicode for the same letters, is the same password.
 */

export const hashUploadPassword = (password: string): Promise<string> =>
  passwordHash(password.normalize('NFKC'))

export const isUploadPassword = (hashed: string, password: string): Promise<boolean> =>
  hasHash(password.normalize('NFKC'), hashed)

/** Names a password that was set, without telling it: setting it again, even to the same text, changes the mark. */
export const passwordMark = (hashed: string): string => tokenHash(hashed)
