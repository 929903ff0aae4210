import { hash, verify } from '@node-rs/argon2'
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { fairQueue } from '../http/fairQueue.ts'
import type { Principal } from './principals.ts'

/**
 * [Note: Derivations]
 *
 * What makes passwords hard to guess is hard work for the server too: argon2id takes it 20 MB and a few hundredths of a
 * second, and the PBKDF2 of a client that sends the password itself a few tenths. Both are done by the threads that also
 * read and write files, of which Node has four. So each kind has one thread at a time, and of each only so much waits;
 * what comes beyond that is refused with 503 and comes again. They wait apart: whoever sends raw passwords keeps
 * nobody's page from signing in, since pages send what they have derived themselves.
 */

/** The most raw passwords that wait: at 600 000 rounds a few seconds of work. */
export const mostStretchings = 8
/** Of these the most of one principal. */
export const mostStretchingsOfOne = 4
/** The most hashes that wait: as many seconds of work. */
export const mostHashings = 64
/** Of these the most of one principal. */
export const mostHashingsOfOne = 8

const stretchings = fairQueue(mostStretchings, mostStretchingsOfOne)
const hashings = fairQueue(mostHashings, mostHashingsOfOne)
const pbkdf2Async = promisify(pbkdf2)

/** Hashes by argon2id what is to be kept. @throws HttpError 503 */
export const passwordHash = (text: string, principal: Principal): Promise<string> =>
  hashings(principal, () => hash(text))

/** Tells whether the text has this hash. @throws HttpError 503 */
export const hasHash = (text: string, hashed: string, principal: Principal): Promise<boolean> =>
  hashings(principal, () => verify(hashed, text))

/** Derives 32 bytes from a raw password by PBKDF2-HMAC-SHA-256. @throws HttpError 503 */
export const stretch = (
  password: string,
  salt: Buffer,
  iterations: number,
  principal: Principal,
): Promise<Buffer> => stretchings(principal, () => pbkdf2Async(password, salt, iterations, 32, 'sha256'))
