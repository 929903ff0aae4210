import type { User } from '../../contract/schemas/auth.ts'
import { api } from '../api/api.ts'
import { callApi } from '../api/client.ts'
import {
  isCryptoError,
  openStoredRecoveryBox,
  personalKeyOf,
  readRecoveryCode,
} from '../../core/crypto/index.ts'
import { store } from '../store/store.ts'
import { errorText } from '../../i18n/errorText.ts'
import { t } from '../../i18n/t.ts'
import { type OpenedKey, sealAnew } from './pairInForce.ts'
import { confirmLoginPassword, rememberUser, tellKeyChanged } from './session.ts'

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
    const pkcs8Bytes = await openStoredRecoveryBox(entropy, await callApi('getRecoveryBox'))
    try {
      return { pkcs8Bytes, key: await personalKeyOf(pkcs8Bytes) }
    } catch (error) {
      pkcs8Bytes.fill(0)
      throw error
    }
  } finally {
    entropy.fill(0)
  }
}

/** Why a code did not open the key. */
export function codeRefusal(error: unknown): string {
  const code = isCryptoError(error) ? error.code : null
  if (code === 'bad-format') return t('session.codeIncomplete')
  if (code === 'wrong-key') return t('session.codeOfOtherBox')
  if (code === 'damaged') return t('session.codeAlteredBox')
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
