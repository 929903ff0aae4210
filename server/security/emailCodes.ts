import { randomInt } from 'node:crypto'
import { isoBefore, type Context } from '../context.ts'
import { countCodeRequest } from '../db/gates.ts'
import type { Db } from '../db/schema.ts'
import { codeRequestSeconds, codeRequestsOfVisitor, maxCodeRequests } from './gateTimes.ts'
import { hmac } from './tokens.ts'

/** Six digits. */
export const newEmailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What stands for an address that anybody may have typed. */
export const addressMark = ({ gateSecret }: Pick<Context, 'gateSecret'>, address: string): string =>
  hmac(gateSecret, `address ${address}`).toString('base64url')

/** The same of an address in a profile: what strangers ask for at links is counted apart. */
export const ownAddressMark = ({ gateSecret }: Pick<Context, 'gateSecret'>, address: string): string =>
  hmac(gateSecret, `own address ${address}`).toString('base64url')

/**
 * Counts a mail with a code: nobody's mailbox is to be filled by us, and nobody alone takes all that an address gets.
 * Seconds to wait instead, when the address, or who asks, has had the mails of this hour. To be run in a transaction.
 * @param mark of the address, for what the code is for; `asking`: who does, a visitor or an account
 */
export async function countCodeMail(
  trx: Db,
  { gateSecret, now }: Pick<Context, 'gateSecret' | 'now'>,
  mark: string,
  asking: string,
): Promise<number | undefined> {
  const time = now()
  const oldest = await countCodeRequest(trx, mark, {
    now: time.toISOString(),
    since: isoBefore(time, codeRequestSeconds),
    max: maxCodeRequests,
    by: hmac(gateSecret, `asking ${asking}`).toString('base64url'),
    maxBy: codeRequestsOfVisitor,
  })
  if (oldest === undefined) return undefined
  const ageSeconds = (time.getTime() - Date.parse(oldest)) / 1000
  return Math.max(1, Math.ceil(codeRequestSeconds - ageSeconds))
}
