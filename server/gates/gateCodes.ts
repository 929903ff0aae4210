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

/** The resource to which a code is bound, in addition to the address. */
export interface CodeScope {
  folderId: number
  /** Token of a download link; null for the folder's upload link, whose token may be replaced. */
  downloadToken: string | null
}

/**
 * Issues a code for an address on a link; earlier ones stay valid until they expire. An address that may not pass gets a
 * code, too, which is sent to nobody, so that responses, tries and timing do not reveal the difference.
 * @returns the code; seconds until a retry if there have been too many
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
    const issuedAt = isoNow(deps)
    const sent = { hash: codeHash(deps, scope, address, code), at: issuedAt }
    const code_hash = addSentCode(await findCodes(trx, key), sent, oldestCode(deps))
    await setCodes(trx, key, { code_hash, created_at: issuedAt })
    return { code }
  })
}

const oldestCode = (deps: GateCodesDeps): string => isoBefore(deps.now(), emailCodeLifetimeSeconds)

/** True if the code is valid. Uses up a try; a valid code also uses up all codes of the address. */
export function redeemGateCode(
  deps: GateCodesDeps,
  scope: CodeScope,
  address: string,
  code: string,
): Promise<boolean> {
  const key = codeKeyOf(deps, scope, address)
  const createdAfter = oldestCode(deps)
  const enteredHash = codeHash(deps, scope, address, code)
  return transact(deps.db, async (trx) => {
    const stored = await takeCodeTry(trx, key, { createdAfter, maxTries: maxEmailCodeTries })
    const isValid = stored !== undefined && isSentCode(stored, enteredHash, createdAfter)
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

/** Keyed hash of a code: a plain one could be reversed by trying the million possible codes. */
const codeHash = (
  deps: GateCodesDeps,
  { folderId, downloadToken }: CodeScope,
  address: string,
  code: string,
): string =>
  hmac(deps.gateSecret, `code ${downloadToken ?? folderId} ${address} ${code}`).toString('base64url')
