import { randomInt } from 'node:crypto'
import { isoBefore, type Context } from '../context.ts'
import { countCodeRequest } from '../db/gates.ts'
import type { Db } from '../db/schema.ts'
import { codeRequestSeconds, maxCodeRequests } from './gateTimes.ts'
import { hmac } from './tokens.ts'

/** Six digits. */
export const newEmailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What stands for an address that anybody may have typed. */
export const addressMark = ({ gateSecret }: Pick<Context, 'gateSecret'>, address: string): string =>
  hmac(gateSecret, `address ${address}`).toString('base64url')

/**
 * Counts a mail with a code, whatever it is for: nobody's mailbox is to be filled by us. Seconds to wait instead, when
 * the address has had its mails for this hour. To be run in a transaction.
 */
export async function countCodeMail(
  trx: Db,
  context: Pick<Context, 'gateSecret' | 'now'>,
  address: string,
): Promise<number | undefined> {
  const time = context.now()
  const oldest = await countCodeRequest(trx, addressMark(context, address), {
    now: time.toISOString(),
    since: isoBefore(time, codeRequestSeconds),
    max: maxCodeRequests,
  })
  if (oldest === undefined) return undefined
  const ageSeconds = (time.getTime() - Date.parse(oldest)) / 1000
  return Math.max(1, Math.ceil(codeRequestSeconds - ageSeconds))
}
