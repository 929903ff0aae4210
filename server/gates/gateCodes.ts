import { isoBefore, isoNow, type ClockDep } from '../util/isoTime.ts'
import { consumeCodes, findCodes, setCodes, takeCodeTry } from '../db/uploads/gates.ts'
import { transact } from '../db/transact.ts'
import {
  emailPseudonym,
  countMailToAddress,
  newEmailCode,
  type GateSecretDep,
} from '../security/emailCodes.ts'
import { emailCodeLifetimeSeconds, maxEmailCodeTries } from '../util/lifetimes.ts'
import type { Principal } from '../http/principals.ts'
import { addSentCode, isSentCode } from '../security/sentCodes.ts'
import { hmac } from '../util/tokens.ts'
import { transactInFolder } from '../db/folders/folderQueue.ts'
import type { DbDep } from '../db/database.ts'

type GateCodesDeps = DbDep & GateSecretDep & ClockDep

/** The resource to which a code is bound, besides the address. */
export interface CodeScope {
  folderId: number
  /** Token of a download link; null for the folder's upload link, whose token may be replaced. */
  downloadToken: string | null
}

/**
 * Issues a code for an address on a link; earlier ones stay valid until they expire. Returns `retryAfter` (seconds)
 * instead where `countMailToAddress` does. An address that may not pass gets a code, too, which is sent to nobody, so
 * that responses, tries and timing do not reveal the difference.
 */
export async function issueGateCode(
  deps: GateCodesDeps,
  scope: CodeScope,
  address: string,
  { visitor, principal }: { visitor: string; principal: Principal },
): Promise<{ code: string } | { retryAfter: number }> {
  const code = newEmailCode()
  return transactInFolder(deps.db, scope.folderId, principal, async (trx) => {
    const retryAfter = await countMailToAddress(trx, deps, emailPseudonym(deps, address), visitor)
    if (retryAfter !== undefined) return { retryAfter }
    const key = codeKeyOf(deps, scope, address)
    const at = isoNow(deps)
    const sent = { hash: codeHash(deps, scope, address, code), at }
    const code_hash = addSentCode(await findCodes(trx, key), sent, oldestCode(deps))
    await setCodes(trx, key, { code_hash, created_at: at })
    return { code }
  })
}

const oldestCode = (deps: GateCodesDeps): string => isoBefore(deps.now(), emailCodeLifetimeSeconds)

/** Returns whether the code is valid. Uses up a try, and all codes if it is. */
export function redeemGateCode(
  deps: GateCodesDeps,
  scope: CodeScope,
  address: string,
  code: string,
): Promise<boolean> {
  const key = codeKeyOf(deps, scope, address)
  const createdAfter = oldestCode(deps)
  const given = codeHash(deps, scope, address, code)
  return transact(deps.db, async (trx) => {
    const stored = await takeCodeTry(trx, key, { createdAfter, maxTries: maxEmailCodeTries })
    const isValid = stored !== undefined && isSentCode(stored, given, createdAfter)
    return isValid && (await consumeCodes(trx, key, stored))
  })
}

function codeKeyOf(deps: GateCodesDeps, { folderId, downloadToken }: CodeScope, address: string) {
  const address_mark =
    downloadToken === null
      ? emailPseudonym(deps, address)
      : hmac(deps.gateSecret, `address ${address} at ${downloadToken}`).toString('base64url')
  return { folder_id: folderId, address_mark }
}

/** Keyed, as a plain hash of a million possible codes is quickly reversed. */
const codeHash = (
  deps: GateCodesDeps,
  { folderId, downloadToken }: CodeScope,
  address: string,
  code: string,
): string =>
  hmac(deps.gateSecret, `code ${downloadToken ?? folderId} ${address} ${code}`).toString('base64url')
