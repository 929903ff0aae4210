import { isoBefore, isoNow, type Context } from '../context.ts'
import { replaceCode, takeCodeTry, useUpCode } from '../db/gates.ts'
import { transact } from '../db/transact.ts'
import { addressMark, countCodeMail, newEmailCode } from '../security/emailCodes.ts'
import { codeSeconds, maxCodeTries } from '../security/lifetimes.ts'
import type { Principal } from '../security/principals.ts'
import { equalTexts, hmac } from '../security/tokens.ts'
import { transactInFolder } from './folderTurns.ts'

/**
 * Issues a code for an address on a link; the older one is void. Returns `retryAfter` (seconds) instead if the address
 * has received its mails for this hour, or this visitor has requested as many as allowed.
 *
 * This does not depend on whether the address may upload: one that is not on the list gets a code, too, which is sent
 * to nobody, so that responses, tries and timing do not reveal the difference.
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

/** Returns whether the code is valid. Uses up a try, and the code if it is. */
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

/** Keyed, as a plain hash of a million possible codes is quickly reversed. */
const codeHash = (context: Context, folderId: number, address: string, code: string): string =>
  hmac(context.gateSecret, `code ${folderId} ${address} ${code}`).toString('base64url')
