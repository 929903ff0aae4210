import { callApi } from '../../../api/client.ts'
import { fault } from '../../../../core/faults/fault.ts'
import { checkOpenedKey } from '../../../session/knownKey.ts'
import type { LazyPasswordText } from '../../../session/usePasswordText.ts'
import { type OpenedKey, resealKey } from '../../../session/installKeyPair.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import type { AskAboutForeignKey } from './openCurrentKey.ts'
import { loginVerifierIfCorrect } from '../signIn/loginVerifierIfCorrect.ts'
import type { KeyOutcome } from '../common/OutcomeBanner.tsx'
import { fetchSealedKey } from '../signIn/passwordChange.ts'
import { type OpenedKeyWithStatus, openStoredKey } from '../backup/openBackup.ts'
import type { OlderPasswords } from '../information/profileFields.ts'

const failedOutcome = (text: LazyPasswordText): KeyOutcome => ({ severity: 'error', text })

/** Opens the stored key with an older password and reseals it with the current one. @throws FaultError */
export async function resealWithOlderPassword(
  username: string,
  { older, current }: OlderPasswords,
  ask: AskAboutForeignKey,
): Promise<KeyOutcome> {
  if ((await loginVerifierIfCorrect(username, current)) === null) return notVerified
  const stored = await fetchSealedKey()
  if (!stored) return failedOutcome(() => faultText(fault('keyDataMissing')))
  const opened = await openStoredKey(stored, older)
  if (!opened) return failedOutcome(() => t('keys.olderPasswordWrong'))
  return resealOpened(username, opened, current, ask)
}

/** Reseals the key that a passkey has opened, and overwrites its bytes. Otherwise like `resealWithOlderPassword`. */
export async function resealByPasskey(
  username: string,
  opened: OpenedKey,
  current: string,
  ask: AskAboutForeignKey,
): Promise<KeyOutcome> {
  try {
    if ((await loginVerifierIfCorrect(username, current)) === null) return notVerified
    const { public_key_spki } = await callApi('getPublicKey')
    const status = public_key_spki === opened.key.publicKeySpki ? 'current' : 'older'
    return await resealOpened(username, { ...opened, status }, current, ask)
  } finally {
    opened.pkcs8Bytes.fill(0)
  }
}

const notVerified = failedOutcome((passwordText) => passwordText('keys.passwordNotVerified'))

async function resealOpened(
  username: string,
  opened: OpenedKeyWithStatus,
  current: string,
  ask: AskAboutForeignKey,
): Promise<KeyOutcome> {
  try {
    if (opened.status !== 'current') return failedOutcome(() => t('keys.storedOfOther'))
    const foreign = await checkOpenedKey({ username, fingerprint: opened.key.fingerprint })
    if (foreign && !(await ask(foreign))) return { severity: 'info', text: () => t('profile.nothingChanged') }
    return {
      severity: 'success',
      text: (passwordText) => passwordText('keys.sealedAgain'),
      user: await resealKey(username, opened, current),
    }
  } finally {
    opened.pkcs8Bytes.fill(0)
  }
}
