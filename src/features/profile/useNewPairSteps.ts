import { useReducer, useState } from 'react'
import { useSaveEncryptedKeyMutation, useUploadPublicKeyMutation } from '../../api/authApi.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { rememberKey } from '../../session/knownKey.ts'
import { alongside } from '../../session/pairInForce.ts'
import { rememberUser, tellKeyChanged } from '../../session/session.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { keyMove, planKeyChange, saysTheSame } from '../../trust/keyMove.ts'
import { saveBackupFile } from './backupFile.ts'
import type { Stakes } from './FoldersAtStake.tsx'
import { type NewKeyPair, nextKey, noStepDone, requiredSteps } from './newKeyPair.ts'
import { useQuestion } from './useQuestion.ts'

/** Folders or what is remembered are not as they were: changed, out of reach, gone. */
const ofWhatStands: ReadonlySet<number | null> = new Set([403, 404, 409])

/** What puts a new pair in force and keeps it safe. `dialog`, and what is `asked`, are to be rendered somewhere. */
export function useNewPairSteps(username: string, pair: NewKeyPair) {
  const [steps, happened] = useReducer(requiredSteps, noStepDone)
  const [uploadPublicKey] = useUploadPublicKeyMutation()
  const [saveEncryptedKey] = useSaveEncryptedKeyMutation()
  const dispatch = useAppDispatch()
  const { unlock, dialog } = useUnlock()
  const [move, setMove] = useState(pair.move)
  const [agreed, setAgreed] = useState(pair.plan)
  const { asked, ask, answer } = useQuestion<Stakes, 'sure' | 'open'>()

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
    if (error !== undefined) await remake(faultOf(error))
    happened(data ? 'saved' : 'saveFailed')
    if (!data) return
    await move?.remember()
    await rememberKey({ username, fingerprint: pair.fingerprint })
    rememberUser(data.user)
    tellKeyChanged()
  }

  /**
   * What goes along was made for what stood then: where that is refused it is made anew, and sent when asked to. What it now
   * means for shared folders is asked where that is not what the person has agreed to.
   */
  async function remake({ status }: Fault) {
    if (!ofWhatStands.has(status)) return
    try {
      for (;;) {
        const key = getUnlockedKey()
        const stakes = { key, plan: await dispatch(planKeyChange(key)) }
        const said = saysTheSame(stakes.plan, agreed) ? 'sure' : await ask(stakes)
        if (said === null) return
        if (said === 'open') await unlock(() => t('keys.presentSignsNew'))
        else {
          setMove(await dispatch(keyMove(nextKey(pair), stakes.plan, key)))
          setAgreed(stakes.plan)
          return
        }
      }
    } catch (failed) {
      notify('error', errorText(failed))
    }
  }

  function download() {
    saveBackupFile(username, pair)
    happened('downloaded')
  }

  return { steps, upload, save, download, asked, answer, dialog }
}
