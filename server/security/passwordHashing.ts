import { hash, verify } from '@node-rs/argon2'
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { fairQueue } from '../http/fairQueue.ts'
import type { Principal } from '../http/principals.ts'

/**
 * [Note: Derivations]
 *
 * argon2id takes 20 MB and some 50 ms, and PBKDF2 for clients that send raw passwords some 300 ms. Both run in the thread
 * pool that also reads and writes files, with four threads by default. So each kind uses one thread at a time and has a
 * bounded queue; what exceeds it is refused with 503, to be retried. The queues are separate: clients that send raw
 * passwords do not delay sign-ins by pages, which derive the verifier themselves.
 */

/** Maximum number of queued raw passwords, in all and per principal: a few seconds of work at 600 000 iterations. */
export const maxQueuedStretchings = 8
export const maxQueuedStretchingsPerPrincipal = 4
/** Maximum number of queued hashes, in all and per principal: also a few seconds of work. */
export const maxQueuedHashings = 64
export const maxQueuedHashingsPerPrincipal = 8

const stretchQueue = fairQueue({
  maxWaiting: maxQueuedStretchings,
  maxPerPrincipal: maxQueuedStretchingsPerPrincipal,
})
const hashQueue = fairQueue({ maxWaiting: maxQueuedHashings, maxPerPrincipal: maxQueuedHashingsPerPrincipal })
const pbkdf2Async = promisify(pbkdf2)

/** Hashes a text to be stored with argon2id. @throws HttpError 503 */
export const hashPassword = (text: string, principal: Principal): Promise<string> =>
  hashQueue(principal, () => hash(text))

/** True if the text has this hash. @throws HttpError 503 */
export const matchesHash = (text: string, hashed: string, principal: Principal): Promise<boolean> =>
  hashQueue(principal, () => verify(hashed, text))

/** Derives 32 bytes from a raw password by PBKDF2-HMAC-SHA-256. @throws HttpError 503 */
export const stretchPassword = (
  password: string,
  salt: Buffer,
  iterations: number,
  principal: Principal,
): Promise<Buffer> => stretchQueue(principal, () => pbkdf2Async(password, salt, iterations, 32, 'sha256'))
