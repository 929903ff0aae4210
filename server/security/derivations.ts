import { hash, verify } from '@node-rs/argon2'
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { fairQueue } from '../http/fairQueue.ts'
import type { Principal } from './principals.ts'

/**
 * [Note: Derivations]
 *
 * argon2id takes 20 MB and some 50 ms, and PBKDF2 for clients that send raw passwords some 300 ms. Both run in the thread
 * pool that also reads and writes files, with four threads by default. So each kind uses one thread at a time and has a
 * bounded queue; what exceeds it is refused with 503, to be retried. The queues are separate: clients that send raw
 * passwords do not delay sign-ins by pages, which derive the verifier themselves.
 */

/** Maximum number of queued raw passwords, of all and per principal; a few seconds of work at 600 000 iterations. */
export const maxStretchings = 8
export const maxStretchingsOfOne = 4
/** Maximum number of queued hashes; as many seconds of work. */
export const maxHashings = 64
export const maxHashingsOfOne = 8

const stretchings = fairQueue({ maxWaiting: maxStretchings, maxPerPrincipal: maxStretchingsOfOne })
const hashings = fairQueue({ maxWaiting: maxHashings, maxPerPrincipal: maxHashingsOfOne })
const pbkdf2Async = promisify(pbkdf2)

/** Hashes a text to be stored with argon2id. @throws HttpError 503 */
export const passwordHash = (text: string, principal: Principal): Promise<string> =>
  hashings(principal, () => hash(text))

/** Returns whether the text has this hash. @throws HttpError 503 */
export const hasHash = (text: string, hashed: string, principal: Principal): Promise<boolean> =>
  hashings(principal, () => verify(hashed, text))

/** Derives 32 bytes from a raw password by PBKDF2-HMAC-SHA-256. @throws HttpError 503 */
export const stretch = (
  password: string,
  salt: Buffer,
  iterations: number,
  principal: Principal,
): Promise<Buffer> => stretchings(principal, () => pbkdf2Async(password, salt, iterations, 32, 'sha256'))
