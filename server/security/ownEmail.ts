import { errorDetails } from '../../contract/errors.ts'
import { isoBefore, isoNow, type ClockDep } from '../util/isoTime.ts'
import {
  deleteEmailCode,
  findEmailCodes,
  setEmailCodes,
  takeEmailCodeTry,
} from '../db/accounts/emailCodes.ts'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { findUser, lockUser, setEmailConfirmed } from '../db/accounts/users.ts'
import { conflict } from '../http/errors.ts'
import {
  normalizeEmail,
  countMailToAddress,
  newEmailCode,
  ownEmailPseudonym,
  type GateSecretDep,
} from './emailCodes.ts'
import { emailCodeLifetimeSeconds, maxEmailCodeTries } from '../util/lifetimes.ts'
import { addSentCode, isSentCode } from './sentCodes.ts'
import { hmac } from '../util/tokens.ts'
import type { DbDep } from '../db/database.ts'

type OwnEmailDeps = DbDep & GateSecretDep & ClockDep

/**
 * Issues a code for the address in a user's profile; earlier codes stay valid until they expire.
 * @returns the code, and the address as typed; seconds until a retry if there have been too many
 * @throws HttpError 409 if the profile has no address
 */
export function issueOwnEmailCode(
  deps: OwnEmailDeps,
  userId: number,
): Promise<{ email: string; code: string } | { retryAfter: number }> {
  const code = newEmailCode()
  return transact(deps.db, async (trx) => {
    const { email } = await lockUser(trx, userId)
    if (email === null) throw conflict(errorDetails.noOwnEmail)
    const address = normalizeEmail(email)
    const pseudonym = ownEmailPseudonym(deps, address)
    const retryAfter = await countMailToAddress(trx, deps, pseudonym, `account ${userId}`)
    if (retryAfter !== undefined) return { retryAfter }
    const at = isoNow(deps)
    const sent = { hash: codeHash(deps, userId, address, code), at }
    const createdAfter = isoBefore(deps.now(), emailCodeLifetimeSeconds)
    const code_hash = addSentCode(await findEmailCodes(trx, userId), sent, createdAfter)
    await setEmailCodes(trx, userId, { code_hash, created_at: at })
    return { email, code }
  })
}

/** Uses up a try, and confirms the address if the code is valid. @param onConfirmed called in the transaction */
export async function confirmOwnEmail(
  deps: OwnEmailDeps,
  userId: number,
  code: string,
  onConfirmed: (trx: Db, email: string) => Promise<unknown>,
): Promise<boolean> {
  const createdAfter = isoBefore(deps.now(), emailCodeLifetimeSeconds)
  return transact(deps.db, async (trx) => {
    const { email } = await findUser(trx, userId)
    const stored = await takeEmailCodeTry(trx, userId, { createdAfter, maxTries: maxEmailCodeTries })
    if (email === null || stored === undefined) return false
    const given = codeHash(deps, userId, normalizeEmail(email), code)
    if (!isSentCode(stored, given, createdAfter)) return false
    await deleteEmailCode(trx, userId)
    if (!(await setEmailConfirmed(trx, { id: userId, email }, isoNow(deps)))) return false
    await onConfirmed(trx, email)
    return true
  })
}

const codeHash = ({ gateSecret }: OwnEmailDeps, userId: number, address: string, code: string): string =>
  hmac(gateSecret, `own ${userId} ${address} ${code}`).toString('base64url')
