import { Secret, TOTP } from 'otpauth'
import { usernameKey } from '../../contract/usernameKey.ts'
import { isoBefore } from '../util/isoTime.ts'
import { countLoginTicketTry, deleteLoginTicket, findLoginTicket } from '../db/accounts/loginTickets.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { consumeTotpStep } from '../db/accounts/twoFactor.ts'
import { findUser } from '../db/accounts/users.ts'
import { loginTicketLifetimeSeconds } from '../util/lifetimes.ts'
import { fromFlag } from '../db/flag.ts'

/** TOTP parameters that every authenticator app supports (RFC 6238): SHA-1, 6 digits, steps of 30 s. */
const totpParameters = { algorithm: 'SHA1', digits: 6, period: 30 }
const secretBytes = 20
/** Allowed clock difference in steps, in either direction. */
const maxDriftSteps = 1
const maxTriesPerTicket = 5

/** Generates a secret of 160 random bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** URI for the QR code of an authenticator app. */
export const totpUri = (secret: string, username: string): string =>
  new TOTP({ ...totpParameters, issuer: 'Sealpost', label: username, secret }).toString()

/** Step of a code, if it is the current or an adjacent one; null if the code is wrong. */
export function totpStepOfCode(secret: string, code: string, now: Date): number | null {
  const clock = { ...totpParameters, timestamp: now.getTime() }
  const delta = TOTP.validate({
    ...clock,
    token: code,
    secret: Secret.fromBase32(secret),
    window: maxDriftSteps,
  })
  return delta === null ? null : TOTP.counter(clock) + delta
}

/** True if the code is right and was not used by this user before. Marks it as used. */
export async function redeemTotpCode(
  db: Db,
  user: Pick<UserRow, 'id' | 'totp_secret'>,
  code: string,
  now: Date,
): Promise<boolean> {
  if (user.totp_secret === null) return false
  const step = totpStepOfCode(user.totp_secret, code, now)
  return step !== null && (await consumeTotpStep(db, user.id, user.totp_secret, step))
}

/** User of a ticket that waits for a code; undefined if it has expired or is of another user than `username`. */
export async function userOfLoginTicket(
  db: Db,
  tokenHash: string,
  username: string | undefined,
  now: Date,
): Promise<UserRow | undefined> {
  const ticket = await findLoginTicket(db, tokenHash, oldestValidTicket(now))
  const user = ticket && (await findUser(db, ticket.user_id))
  if (!user || !canTakeSecondStep(user)) return undefined
  return username === undefined || user.username_key === usernameKey(username) ? user : undefined
}

type LoginTicketOutcome = { user: UserRow } | 'wrong code' | 'ticket ended' | 'too many tries'

/** Performs the second step of a login. Run it in a transaction, which must be committed for a wrong code, too. */
export async function redeemLoginTicket(
  db: Db,
  tokenHash: string,
  code: string,
  now: Date,
): Promise<LoginTicketOutcome> {
  const ticket = await countLoginTicketTry(db, tokenHash, oldestValidTicket(now))
  if (ticket === undefined) return 'ticket ended'
  const user = await findUser(db, ticket.user_id)
  if (!canTakeSecondStep(user)) return 'ticket ended'
  if (await redeemTotpCode(db, user, code, now)) {
    await deleteLoginTicket(db, tokenHash)
    return { user }
  }
  if (ticket.tries < maxTriesPerTicket) return 'wrong code'
  await deleteLoginTicket(db, tokenHash)
  return 'too many tries'
}

const oldestValidTicket = (now: Date): string => isoBefore(now, loginTicketLifetimeSeconds)
const canTakeSecondStep = (user: UserRow): boolean =>
  fromFlag(user.is_active) && fromFlag(user.is_2fa_enabled)
