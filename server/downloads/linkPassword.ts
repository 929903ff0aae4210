import { hash, verify } from '@node-rs/argon2'
import { detail } from '../../contract/errors.ts'
import type { KdfParameters } from '../../contract/fields.ts'
import { minLinkPasswordLength } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { holdAttempts, setAttempts, type PasswordAttempts } from '../db/downloadLinks.ts'
import type { DownloadLinkRow } from '../db/schema.ts'
import { invalidField, notFound } from '../errors.ts'
import { isLoginVerifier } from '../security/loginVerifier.ts'

export type StoredPassword = Pick<DownloadLinkRow, 'password_hash' | 'password_salt' | 'password_iterations'>

/**
 * What is stored for the password of a new link. A verifier (formed like a login's) comes with the parameters that
 * recipients need to derive it; a raw password, of a client that knows no verifiers, comes without.
 * @throws HttpError 422
 */
export async function storedPassword(
  password: string | null,
  kdf: KdfParameters | null,
  { allowRawPassword }: Pick<Context, 'allowRawPassword'>,
): Promise<StoredPassword> {
  if (password === null) {
    if (kdf !== null) throw invalidField('password_kdf', 'A link without a password needs none.')
    return { password_hash: null, password_salt: null, password_iterations: null }
  }
  if (password.startsWith('v1.')) {
    if (!isLoginVerifier(password)) throw invalidField('password', 'Not a password verifier.')
    if (kdf === null) throw invalidField('password_kdf', 'Must say how the verifier was derived.')
  } else {
    if (!allowRawPassword) {
      throw invalidField('password', 'This server takes derived password verifiers only.')
    }
    if (kdf !== null) throw invalidField('password_kdf', 'The password is not a verifier.')
    if (password.length < minLinkPasswordLength) {
      throw invalidField('password', `Password must be at least ${minLinkPasswordLength} characters long.`)
    }
  }
  return {
    password_hash: await hash(normalized(password)),
    password_salt: kdf?.salt ?? null,
    password_iterations: kdf?.iterations ?? null,
  }
}

export const isRightPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, normalized(password))

/** The same password, typed on another keyboard. Verifiers are ASCII. */
const normalized = (password: string): string => password.normalize('NFKC')

export const passwordKdf = ({ password_salt, password_iterations }: StoredPassword): KdfParameters | null =>
  password_salt === null || password_iterations === null
    ? null
    : { kdf: 'pbkdf2-sha256', iterations: password_iterations, salt: password_salt }

/**
 * [Note: Guessing the password of a link]
 *
 * Whoever guesses can come from many addresses and browsers, so the link itself counts. Five attempts are free; after
 * each further one the link answers 429 for 30 s, 60 s, … up to 15 minutes, and looks at no password meanwhile. A right
 * password, or 15 minutes without an attempt, begin anew: nobody is locked out for ever, and a guesser gets some 500
 * attempts a day.
 *
 * An attempt counts before it is looked at: of a thousand that come at once five get through. Attempts that were
 * answered 429 do not count, so that impatience makes nothing worse.
 */
const freeAttempts = 5
const firstDelaySeconds = 30
const forgetSeconds = 15 * 60

/** Seconds until the link looks at another password; 0: now. */
export function waitSeconds({ password_attempts, last_attempt_at }: PasswordAttempts, now: Date): number {
  if (password_attempts < freeAttempts || last_attempt_at === null) return 0
  const delay = Math.min(firstDelaySeconds * 2 ** (password_attempts - freeAttempts), forgetSeconds)
  // A clock that was set back prolongs nothing.
  return Math.min(delay, Math.max(0, Math.ceil(delay - secondsBetween(last_attempt_at, now))))
}

/** Counts an attempt at the link's password. Returns the seconds to wait instead, or 0 when it may be looked at. */
export async function countAttempt(
  { db, now }: Pick<Context, 'db' | 'now'>,
  linkId: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const before = await holdAttempts(trx, linkId)
    if (before === undefined) throw notFound(detail.downloadLinkInvalid)
    const time = now()
    const wait = waitSeconds(before, time)
    if (wait > 0) return wait
    const { last_attempt_at } = before
    const forgotten = last_attempt_at !== null && secondsBetween(last_attempt_at, time) >= forgetSeconds
    await setAttempts(trx, linkId, {
      password_attempts: forgotten ? 1 : before.password_attempts + 1,
      last_attempt_at: time.toISOString(),
    })
    return 0
  })
}

export function forgetAttempts({ db }: Pick<Context, 'db'>, linkId: number): Promise<void> {
  return setAttempts(db, linkId, { password_attempts: 0, last_attempt_at: null })
}

const secondsBetween = (from: string, to: Date): number => (to.getTime() - Date.parse(from)) / 1000
