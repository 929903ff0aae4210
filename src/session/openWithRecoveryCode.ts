import type { User } from '../../contract/schemas/auth.ts'
import { api } from '../api/api.ts'
import { callApi } from '../api/client.ts'
import { isCryptoError, openStoredRecoveryBox, readRecoveryCode } from '../../core/crypto/index.ts'
import { store } from '../store/store.ts'
import { errorText } from '../../i18n/errorText.ts'
import { t } from '../../i18n/t.ts'
import { type OpenedKey, importOpenedKey, resealKey } from './installKeyPair.ts'
import { confirmLoginPassword, updateUser, notifyKeyChanged } from './session.ts'

/**
 * [Note: A key that a recovery code opens]
 * The code is parsed before the server is asked, and nothing derived from it is sent. The opened key is
 * checked against the fingerprint that its box is bound to; then the person compares its words with the
 * sheet, and the device compares it with the keys that it knows (knownKey.ts). Only then is it used, or
 * sealed with a password.
 * @throws FaultError, 'recoveryBoxMissing' if none is stored; CryptoError 'bad-format' or 'mistyped' for the
 * code, 'wrong-key' if it belongs to another box, 'damaged' for an altered box
 */
export async function openWithRecoveryCode(typed: string): Promise<OpenedKey> {
  const entropy = await readRecoveryCode(typed)
  try {
    return await importOpenedKey(await openStoredRecoveryBox(entropy, await callApi('getRecoveryBox')))
  } finally {
    entropy.fill(0)
  }
}

export function recoveryCodeErrorText(error: unknown): string {
  const code = isCryptoError(error) ? error.code : null
  if (code === 'bad-format') return t('session.codeIncomplete')
  if (code === 'wrong-key') return t('session.codeOfOtherBox')
  if (code === 'damaged') return t('session.codeAlteredBox')
  return errorText(error)
}

/**
 * Seals the key with the current login password, atomically on the server, and updates the pages that show
 * its state.
 * @throws FaultError, 401 for a wrong login password, 'keyPairReplaced' if another pair is current by now;
 * CryptoError 'bad-format' if the key is erased before it is sealed, and then nothing is sent
 */
export async function resealWithPassword(
  username: string,
  opened: OpenedKey,
  password: string,
): Promise<User> {
  await confirmLoginPassword(username, password)
  const user = await resealKey(username, opened, password)
  updateUser(user)
  notifyKeyChanged()
  store.dispatch(api.util.invalidateTags(['KeyStatus']))
  return user
}
