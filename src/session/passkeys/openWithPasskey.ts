import type { Passkey } from '../../../contract/schemas/passkeys.ts'
import { callApi } from '../../api/client.ts'
import { isCryptoError, openStoredPasskeyWrap } from '../../../core/crypto/index.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { type OpenedKey, importOpenedKey } from '../installKeyPair.ts'
import { type UnconfirmedKey, beginUnlock } from '../unlockedKey.ts'
import { PasskeyError, type PasskeyErrorCode, requestPasskeySecret } from './authenticator.ts'

/**
 * Opens the private key with one of these passkeys. Call it in a click.
 * @throws PasskeyError; FaultError, 'passkeyNotFound' if it was removed; CryptoError 'wrong-key' if the authenticator
 * derives another secret than before, 'damaged' for an altered wrap or one of another key; an AbortError, and then
 * the bytes are overwritten
 */
export async function openWithPasskey(passkeys: readonly Passkey[], signal: AbortSignal): Promise<OpenedKey> {
  const { passkey, secret } = await requestPasskeySecret(passkeys, signal)
  const stored = await callApi('getPasskeyWrap', { params: { id: passkey.id }, signal })
  const opened = await importOpenedKey(await openStoredPasskeyWrap(secret, stored))
  if (signal.aborted) opened.pkcs8Bytes.fill(0)
  signal.throwIfAborted()
  return opened
}

/** Opens the key and puts it to use, as `unlockPrivateKey`. Call it in a click. */
export async function unlockWithPasskey(
  username: string,
  passkeys: readonly Passkey[],
  signal: AbortSignal,
): Promise<UnconfirmedKey | null> {
  const finishUnlock = beginUnlock(username)
  const { pkcs8Bytes, key } = await openWithPasskey(passkeys, signal)
  pkcs8Bytes.fill(0)
  // No stored sealed key is known to open with a password.
  return finishUnlock(key, null)
}

const texts = {
  refused: 'passkeys.refused',
  'not-created': 'passkeys.notCreated',
  'no-secret': 'passkeys.noSecret',
  present: 'passkeys.present',
  'not-allowed-here': 'passkeys.notAllowedHere',
  'no-verification': 'passkeys.noVerification',
  unstable: 'passkeys.unstable',
  'not-kept': 'passkeys.notKept',
} as const satisfies Record<PasskeyErrorCode, TextKey>

export function passkeyErrorText(error: unknown): string {
  if (error instanceof PasskeyError) return t(texts[error.code])
  const code = isCryptoError(error) ? error.code : null
  if (code === 'wrong-key' || code === 'bad-format') return t('passkeys.otherAnswer')
  if (code === 'damaged') return t('passkeys.alteredWrap')
  if (faultOf(error).code === 'passkeyNotFound') return t('passkeys.isRemoved')
  return errorText(error)
}
