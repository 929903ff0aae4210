import type { User } from '../../../../contract/schemas/auth.ts'
import { callApi } from '../../../api/client.ts'
import {
  equalInConstantTime,
  generateRecoveryEntropy,
  isCryptoError,
  recoveryCodeOf,
  sealRecoveryBox,
} from '../../../../core/crypto/index.ts'
import type { Fault } from '../../../../core/faults/fault.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { mayHaveSucceeded } from '../../../../core/faults/retries.ts'
import { openWithRecoveryCode } from '../../../session/openWithRecoveryCode.ts'
import type { OpenedKey } from '../../../session/installKeyPair.ts'
import { loginVerifier } from '../../../session/session.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import {
  type AskAboutForeignKey,
  openCurrentKey,
  keyRefusal,
  type KeyRefusal,
} from '../keyPair/openCurrentKey.ts'
import type { SheetContent } from './recoverySheetFile.ts'

/** `user` is set if a code was stored, which ends the former one, also if it is not shown. */
export type MakeCodeResult =
  | { type: 'made'; sheet: SheetContent; user: User }
  | (KeyRefusal & { user?: User })

/**
 * [Note: A recovery code is opened before it is shown] The password opens the stored key in this page, the
 * key is sealed for a new code, and the stored box is fetched and opened once before the code is shown. Only
 * the returned value contains the code, for the sheet.
 * @throws FaultError, CryptoError
 */
export async function makeRecoveryCode(
  username: string,
  password: string,
  ask: AskAboutForeignKey,
): Promise<MakeCodeResult> {
  const opened = await openCurrentKey(username, password, ask)
  if (opened.type === 'refused') return opened
  try {
    return await storeAndOpen(username, password, opened)
  } finally {
    opened.pkcs8Bytes.fill(0)
  }
}

async function storeAndOpen(username: string, password: string, opened: OpenedKey): Promise<MakeCodeResult> {
  const { pkcs8Bytes, key } = opened
  const entropy = generateRecoveryEntropy()
  const body = {
    password: await loginVerifier(username, password),
    recovery_box: await sealRecoveryBox(entropy, pkcs8Bytes),
    public_key_spki: key.publicKeySpki,
  }
  const code = await recoveryCodeOf(entropy)
  entropy.fill(0)
  const unclear = (failed: Fault) => keyRefusal(() => t('keys.codeUnclear', { reason: faultText(failed) }))
  let user: User
  try {
    ;({ user } = await callApi('setRecoveryBox', { body }))
  } catch (error) {
    const failed = faultOf(error)
    if (failed.status === 401)
      return keyRefusal((passwordText) => passwordText('keys.passwordNotVerified'), true)
    if (mayHaveSucceeded(failed)) return unclear(failed)
    throw error
  }
  const notKept = { ...keyRefusal(() => t('keys.codeNotKept')), user }
  try {
    const madeAt = user.recovery_code_made_at
    if (madeAt === null || !(await opensSameKey(code, opened))) return notKept
    const sheet = { code, username, address: location.origin, madeAt, words: key.fingerprintWords }
    return { type: 'made', sheet, user }
  } catch (error) {
    const failed = faultOf(error)
    return isCryptoError(error) || failed.status === 404 ? notKept : { ...unclear(failed), user }
  }
}

async function opensSameKey(code: string, { pkcs8Bytes }: OpenedKey): Promise<boolean> {
  const again = await openWithRecoveryCode(code)
  try {
    return equalInConstantTime(again.pkcs8Bytes, pkcs8Bytes)
  } finally {
    again.pkcs8Bytes.fill(0)
  }
}

/** @throws FaultError, 401 if the login password is wrong */
export async function removeRecoveryCode(username: string, password: string): Promise<User> {
  const body = { password: await loginVerifier(username, password) }
  return (await callApi('deleteRecoveryBox', { body })).user
}
