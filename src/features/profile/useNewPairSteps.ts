import { useReducer, useState } from 'react'
import { useSaveEncryptedKeyMutation, useUploadPublicKeyMutation } from '../../api/authApi.ts'
import type { FaultCode } from '../../faults/fault.ts'
import { faultOf } from '../../faults/faultOf.ts'
import { rememberKey } from '../../session/knownKey.ts'
import { alongside } from '../../session/pairInForce.ts'
import { rememberUser, tellKeyChanged } from '../../session/session.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../texts/errorText.ts'
import { keyMove, planKeyChange } from '../../trust/keyMove.ts'
import { saveBackupFile } from './backupFile.ts'
import { type NewKeyPair, nextKey, noStepDone, requiredSteps } from './newKeyPair.ts'

/** What puts a new pair in force and keeps it safe. `dialog` is to be rendered somewhere. */
export function useNewPairSteps(username: string, pair: NewKeyPair) {
  const [steps, happened] = useReducer(requiredSteps, noStepDone)
  const [uploadPublicKey] = useUploadPublicKeyMutation()
  const [saveEncryptedKey] = useSaveEncryptedKeyMutation()
  const dispatch = useAppDispatch()
  const { unlock, dialog } = useUnlock()
  const [move, setMove] = useState(pair.move)

  async function upload() {
    happened('uploadStarted')
    const { data } = await uploadPublicKey({ public_key_spki: pair.publicKeySpki })
    happened(data ? 'uploaded' : 'uploadFailed')
    if (data) rememberUser(data.user)
  }

  async function save() {
    happened('saveStarted')
    // With its public key beside it: another tab may have uploaded a different one since.
    const { data, error } = await saveEncryptedKey({
      ...pair.sealed,
      public_key_spki: pair.publicKeySpki,
      ...alongside(move),
    })
    if (error !== undefined) await remake(faultOf(error).code)
    happened(data ? 'saved' : 'saveFailed')
    if (!data) return
    await move?.remember()
    await rememberKey({ username, fingerprint: pair.fingerprint })
    rememberUser(data.user)
    tellKeyChanged()
  }

  /** What goes along was made for what stood then: it is made anew where that has changed, and sent when asked to. */
  async function remake(code: FaultCode) {
    if (code !== 'rosterMoved' && code !== 'contactsMoved') return
    const key = await unlock(
      'What goes along with the new pair has changed meanwhile: it is signed once more.',
    )
    if (!key) return
    try {
      const plan = await dispatch(planKeyChange(key))
      setMove(await dispatch(keyMove(nextKey(pair), plan, key)))
    } catch (failed) {
      notify('error', errorText(failed))
    }
  }

  function download() {
    saveBackupFile(username, pair)
    happened('downloaded')
  }

  return { steps, upload, save, download, dialog }
}
