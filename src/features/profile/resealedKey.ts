import type { User } from '../../../contract/auth.ts'
import { fault } from '../../faults/fault.ts'
import { type ForeignKey, foreignKey } from '../../session/knownKey.ts'
import { sealAnew } from '../../session/pairInForce.ts'
import { faultText } from '../../texts/errorText.ts'
import { keyTexts } from '../../texts/keys.ts'
import { isLoginPassword } from './loginPasswordCheck.ts'
import type { OutcomeText } from './Outcome.tsx'
import { storedKey } from './passwordChange.ts'
import { openStored } from './restoredKey.ts'

export interface OlderPasswords {
  /** The one that the stored key is sealed with. */
  older: string
  current: string
}

/** `user` is there when the key was sealed anew. */
export type Resealed = OutcomeText & { user?: User }

export const sealedText = 'Your private key is sealed with your current login password again.'

const failed = (text: string): Resealed => ({ severity: 'error', text })

/**
 * Opens the stored key with an older password, and seals it with the current one.
 * @param ask whether a key that this device does not know is taken for the person's own
 * @throws FaultError
 */
export async function reseal(
  username: string,
  { older, current }: OlderPasswords,
  ask: (key: ForeignKey) => Promise<true | null>,
): Promise<Resealed> {
  if (!(await isLoginPassword(username, current))) return failed(keyTexts.passwordNotVerified)
  const stored = await storedKey()
  if (!stored) return failed(faultText(fault('keyDataMissing')))
  const opened = await openStored(stored, older)
  if (!opened) return failed('Your stored key does not open with this older password either.')
  try {
    if (opened.standing !== 'current')
      return failed(
        'The stored private key does not belong to your public key. Restore a backup, or generate a new pair.',
      )
    const unknown = await foreignKey({ username, fingerprint: opened.key.fingerprint }, null)
    if (unknown && !(await ask(unknown))) return { severity: 'info', text: 'Nothing was changed.' }
    return {
      severity: 'success',
      text: sealedText,
      user: await sealAnew(username, opened, current),
    }
  } finally {
    opened.pkcs8Bytes.fill(0)
  }
}
