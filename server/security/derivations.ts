import { hash, verify } from '@node-rs/argon2'
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { detail } from '../../contract/errors.ts'
import { unavailable } from '../errors.ts'
import { placesFor } from '../parallel.ts'

/**
 * [Note: Derivations]
 *
 * What makes passwords hard to guess is hard work for the server too: argon2id takes it 20 MB and a few hundredths of a
 * second, and the PBKDF2 of a client that sends the password itself a few tenths. Both are done by the threads that also
 * read and write files, of which Node has four. So each kind has one thread at a time, and of each only so much waits;
 * what comes beyond that is refused with 503 and comes again. They wait apart: whoever sends raw passwords keeps
 * nobody's page from signing in, since pages send what they have derived themselves.
 */
export function turns(mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const place = placesFor(1)
  let taken = 0
  return async (work) => {
    if (taken > mostWaiting) throw unavailable(detail.busy, retrySeconds)
    taken++
    try {
      return await place(work)
    } finally {
      taken--
    }
  }
}

const retrySeconds = 5
/** The most raw passwords that wait: at 600 000 rounds a few seconds of work. */
export const mostStretchings = 8
/** The most hashes that wait: as many seconds of work. */
export const mostHashings = 64

const stretchings = turns(mostStretchings)
const hashings = turns(mostHashings)
const pbkdf2Async = promisify(pbkdf2)

/** Hashes by argon2id what is to be kept. @throws HttpError 503 */
export const passwordHash = (text: string): Promise<string> => hashings(() => hash(text))

/** Tells whether the text has this hash. @throws HttpError 503 */
export const hasHash = (text: string, hashed: string): Promise<boolean> =>
  hashings(() => verify(hashed, text))

/** Derives 32 bytes from a raw password by PBKDF2-HMAC-SHA-256. @throws HttpError 503 */
export const stretch = (password: string, salt: Buffer, iterations: number): Promise<Buffer> =>
  stretchings(() => pbkdf2Async(password, salt, iterations, 32, 'sha256'))
