import { fault } from '../../../../core/faults/fault.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import type { OpenedKey } from '../../../session/installKeyPair.ts'
import { type ForeignKey, checkOpenedKey } from '../../../session/knownKey.ts'
import type { LazyPasswordText } from '../../../session/usePasswordText.ts'
import { fetchSealedKey } from '../signIn/passwordChange.ts'
import { openStoredKey } from '../backup/openBackup.ts'

/** Resolves to true if the person recognizes a key that is unknown to this device. */
export type AskAboutForeignKey = (key: ForeignKey) => Promise<true | null>

/** Reason why the key is not used; `isPasswordWrong` if the password is at fault. */
export interface KeyRefusal {
  type: 'refused'
  text: LazyPasswordText
  isPasswordWrong: boolean
}

export const keyRefusal = (text: LazyPasswordText, isPasswordWrong = false): KeyRefusal => ({
  type: 'refused',
  text,
  isPasswordWrong,
})

/** Opens the stored key with the password, to seal it once more. @throws FaultError, CryptoError */
export async function openCurrentKey(
  username: string,
  password: string,
  ask: AskAboutForeignKey,
): Promise<({ type: 'opened' } & OpenedKey) | KeyRefusal> {
  const stored = await fetchSealedKey()
  if (!stored) return keyRefusal(() => faultText(fault('keyDataMissing')))
  const opened = await openStoredKey(stored, password)
  if (!opened) return keyRefusal((passwordText) => passwordText('keys.codeNotRight'), true)
  const { pkcs8Bytes, key } = opened
  let isReturned = false
  try {
    if (opened.status !== 'current') return keyRefusal(() => t('keys.storedOfOther'))
    const foreign = await checkOpenedKey({ username, fingerprint: key.fingerprint })
    if (foreign && !(await ask(foreign))) return keyRefusal(() => t('profile.nothingChanged'))
    isReturned = true
    return { type: 'opened', pkcs8Bytes, key }
  } finally {
    if (!isReturned) pkcs8Bytes.fill(0)
  }
}
