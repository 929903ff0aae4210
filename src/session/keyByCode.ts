import type { User } from '../../contract/auth.ts'
import { api } from '../api/api.ts'
import { callApi } from '../api/client.ts'
import {
  CryptoError,
  fingerprint,
  fromBase64,
  isCryptoError,
  openRecoveryBox,
  readRecoveryCode,
  type RecoveryEntropy,
} from '../crypto/index.ts'
import { store } from '../store/store.ts'
import { errorText } from '../texts/errorText.ts'
import { keyTexts } from '../texts/keys.ts'
import { type OpenedKey, sealAnew } from './pairInForce.ts'
import { confirmLoginPassword, rememberUser, tellKeyChanged } from './session.ts'
import { unlockedKeyOf } from './unlockedKey.ts'

/**
 * [Note: A key that a recovery code opens]
 * The code is read before anything is asked of the server, and nothing that comes of it is sent. What opens is compared
 * with the fingerprint that its box is bound to; then the person compares its words with the sheet, and the device with
 * what it knows (knownKey.ts). Only then is it used, or sealed with a password.
 *
 * @throws FaultError, 'recoveryBoxMissing' where none is stored; CryptoError 'bad-format' and 'mistyped' for the code,
 *   'wrong-key' when it is of another box, 'damaged' for an altered box
 */
export async function openByCode(typed: string): Promise<OpenedKey> {
  const entropy = await readRecoveryCode(typed)
  try {
    return await openStoredBox(entropy)
  } catch (error) {
    // Of the code itself it was said before: here it is the server's answer.
    if (isCryptoError(error) && error.code === 'bad-format') throw new CryptoError('damaged')
    throw error
  } finally {
    entropy.fill(0)
  }
}

async function openStoredBox(entropy: RecoveryEntropy): Promise<OpenedKey> {
  const { recovery_box, public_key_spki } = await callApi('getRecoveryBox')
  const { bytes } = await fingerprint(fromBase64(public_key_spki))
  const pkcs8Bytes = await openRecoveryBox(entropy, recovery_box, bytes)
  try {
    return { pkcs8Bytes, key: await unlockedKeyOf(pkcs8Bytes) }
  } catch (error) {
    pkcs8Bytes.fill(0)
    throw error
  }
}

/** Why a code did not open the key. */
export function codeRefusal(error: unknown): string {
  const code = isCryptoError(error) ? error.code : null
  if (code === 'bad-format') return keyTexts.code.incomplete
  if (code === 'wrong-key') return keyTexts.code.ofOtherBox
  if (code === 'damaged') return keyTexts.code.alteredBox
  return errorText(error)
}

/**
 * Seals the key with the login password of now, in one step of the server's, and tells the pages that show how it stands.
 * @throws FaultError, 401 when it is not the login password, 'keyPairReplaced' when another pair is in force by now
 */
export async function sealWithPassword(username: string, opened: OpenedKey, password: string): Promise<User> {
  await confirmLoginPassword(username, password)
  const user = await sealAnew(username, opened, password)
  rememberUser(user)
  tellKeyChanged()
  store.dispatch(api.util.invalidateTags(['KeyStatus']))
  return user
}
