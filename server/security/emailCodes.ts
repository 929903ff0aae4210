import { randomInt } from 'node:crypto'
import { withAsciiDomain } from '../../contract/emailAddress.ts'
import { isoBefore, type ClockDep } from '../util/isoTime.ts'
import { countCodeRequest } from '../db/uploads/gates.ts'
import type { Db } from '../db/schema.ts'
import { codeRequestSeconds, maxCodeRequestsPerVisitor, maxCodeRequests } from '../util/lifetimes.ts'
import { hmac } from '../util/tokens.ts'

/** Normal form of an address, for comparisons and for storing senders: ASCII domain, lower case. */
export const normalizeEmail = (address: string): string => withAsciiDomain(address.trim()).toLowerCase()

export const newEmailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

export interface GateSecretDep {
  /** HMAC key for stored verification codes, the addresses that requested them, and visitors who upload. */
  gateSecret: Buffer
}

/** Pseudonym of an address that anybody may have typed. */
export const emailPseudonym = ({ gateSecret }: GateSecretDep, address: string): string =>
  hmac(gateSecret, `address ${address}`).toString('base64url')

/** Pseudonym of an address in a profile; different, so that requests of strangers at links are counted separately. */
export const ownEmailPseudonym = ({ gateSecret }: GateSecretDep, address: string): string =>
  hmac(gateSecret, `own address ${address}`).toString('base64url')

/** Pseudonym of an address that confirmations of uploads go to; different, so that these use up no codes. */
export const confirmationPseudonym = ({ gateSecret }: GateSecretDep, address: string): string =>
  hmac(gateSecret, `confirmations to ${address}`).toString('base64url')

/**
 * Counts a mail to an address, so that nobody can flood a mailbox or use up the limit of an address alone. Run it in a
 * transaction.
 * @param pseudonym pseudonym of the address, depends on the purpose of the mail
 * @param requester the requesting visitor or account
 * @param limits mails to the address, and those of one requester
 * @returns undefined if the mail is allowed; otherwise seconds until one is
 */
export async function countMailToAddress(
  trx: Db,
  { gateSecret, now }: GateSecretDep & ClockDep,
  pseudonym: string,
  requester: string,
  limits = { max: maxCodeRequests, maxBy: maxCodeRequestsPerVisitor },
): Promise<number | undefined> {
  const time = now()
  const oldest = await countCodeRequest(trx, pseudonym, {
    now: time.toISOString(),
    since: isoBefore(time, codeRequestSeconds),
    by: hmac(gateSecret, `asking ${requester}`).toString('base64url'),
    ...limits,
  })
  if (oldest === undefined) return undefined
  const ageSeconds = (time.getTime() - Date.parse(oldest)) / 1000
  return Math.max(1, Math.ceil(codeRequestSeconds - ageSeconds))
}
