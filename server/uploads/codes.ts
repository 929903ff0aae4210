import { isoBefore, isoNow, type Context } from '../context.ts'
import { replaceCode, takeCodeTry, useUpCode } from '../db/gates.ts'
import { transact } from '../db/transact.ts'
import { addressMark, countCodeMail, newEmailCode } from '../security/emailCodes.ts'
import { codeSeconds, maxCodeTries } from '../security/gateTimes.ts'
import type { Principal } from '../security/principals.ts'
import { equalTexts, hmac } from '../security/tokens.ts'
import { transactInFolder } from './folderTurns.ts'

/**
 * A new code for an address on a link; the older one is void. `retryAfter` (seconds) instead when the address has had
 * its mails for this hour, or this visitor those that one may ask for.
 *
 * Whether the address may upload plays no part in this: an address that is not on the list gets a code too, that
 * nobody is told, so that neither answers nor tries nor times tell the two apart.
 */
export async function issueCode(
  context: Context,
  folderId: number,
  address: string,
  { visitor, principal }: { visitor: string; principal: Principal },
): Promise<{ code: string } | { retryAfter: number }> {
  const code = newEmailCode()
  return transactInFolder(context.db, folderId, principal, async (trx) => {
    const address_mark = addressMark(context, address)
    const retryAfter = await countCodeMail(trx, context, address_mark, visitor)
    if (retryAfter !== undefined) return { retryAfter }
    const key = { folder_id: folderId, address_mark }
    const code_hash = codeHash(context, folderId, address, code)
    await replaceCode(trx, key, { code_hash, created_at: isoNow(context) })
    return { code }
  })
}

/** Whether the code is the one in force. Uses up a try, and a right code. */
export function redeemCode(
  context: Context,
  folderId: number,
  address: string,
  code: string,
): Promise<boolean> {
  const key = { folder_id: folderId, address_mark: addressMark(context, address) }
  const createdAfter = isoBefore(context.now(), codeSeconds)
  const given = codeHash(context, folderId, address, code)
  return transact(context.db, async (trx) => {
    const stored = await takeCodeTry(trx, key, { createdAfter, maxTries: maxCodeTries })
    return stored !== undefined && equalTexts(stored, given) && (await useUpCode(trx, key, stored))
  })
}

/** A million codes are quickly tried on a plain hash. */
const codeHash = (context: Context, folderId: number, address: string, code: string): string =>
  hmac(context.gateSecret, `code ${folderId} ${address} ${code}`).toString('base64url')
