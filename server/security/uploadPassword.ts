import { hash, verify } from '@node-rs/argon2'
import { tokenHash } from './tokens.ts'

/*
 * The password of an upload link is a raw text: it keeps strangers from sending, and opens nothing that is encrypted.
 * Kept as argon2id all the same, for people use passwords twice. The same password typed on another system, with
 * other Unicode for the same letters, is the same password.
 */

export const hashUploadPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'))

export const isUploadPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password.normalize('NFKC'))

/** Names a password that was set, without telling it: setting it again, even to the same text, changes the mark. */
export const passwordMark = (passwordHash: string): string => tokenHash(passwordHash)
