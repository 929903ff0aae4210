import { fault } from '../../../core/faults/fault.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import type { OpenedKey } from '../../session/installKeyPair.ts'
import { type ForeignKey, checkOpenedKey } from '../../session/knownKey.ts'
import type { LazyPasswordText } from '../../session/usePasswordText.ts'
import { fetchSealedKey } from './passwordChange.ts'
import { openStoredKey } from './openBackup.ts'

/** Resolves to true if the person recognizes a key that is unknown to this device. */
export type AskAboutKey = (key: ForeignKey) => Promise<true | null>

/** Reason why the key is not used; `ofPassword` if the password is at fault. */
export interface Refused {
  type: 'refused'
  text: LazyPasswordText
  ofPassword: boolean
}

export const refused = (text: LazyPasswordText, ofPassword = false): Refused => ({
  type: 'refused',
  text,
  ofPassword,
})

/** Opens the stored key with the password, to seal it once more. @throws FaultError, CryptoError */
export async function openCurrentKey(
  username: string,
  password: string,
  ask: AskAboutKey,
): Promise<({ type: 'opened' } & OpenedKey) | Refused> {
  const stored = await fetchSealedKey()
  if (!stored) return refused(() => faultText(fault('keyDataMissing')))
  const opened = await openStoredKey(stored, password)
  if (!opened) return refused((passwordText) => passwordText('keys.codeNotRight'), true)
  const { pkcs8Bytes, key } = opened
  let isGiven = false
  try {
    if (opened.status !== 'current') return refused(() => t('keys.storedOfOther'))
    const unknown = await checkOpenedKey({ username, fingerprint: key.fingerprint })
    if (unknown && !(await ask(unknown))) return refused(() => t('profile.nothingChanged'))
    isGiven = true
    return { type: 'opened', pkcs8Bytes, key }
  } finally {
    if (!isGiven) pkcs8Bytes.fill(0)
  }
}
