import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useSaveEncryptedKeyMutation, useUploadPublicKeyMutation } from '../../api/accountApi.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { rememberKey } from '../../session/knownKey.ts'
import { trustDataOf } from '../../session/installKeyPair.ts'
import { updateUser, notifyKeyChanged } from '../../session/session.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notifyError, useAppDispatch } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { trustDataForNextKey, planKeyChange, isSamePlan } from '../../trust/keyChange.ts'
import { saveBackupFile } from './backupFile.ts'
import type { KeyChange } from './AffectedFolders.tsx'
import { type NewKeyPair, toNextKey, noStepDone, requiredStepsReducer } from './newKeyPair.ts'
import { useQuestion } from './useQuestion.ts'

/** Statuses for folders or remembered data that were changed, removed or became inaccessible. */
const outdatedStatuses: ReadonlySet<number | null> = new Set([403, 404, 409])

/**
 * Steps that install a new pair and back it up; the first two are begun by the page itself, and can be
 * repeated after a failure. Render `dialog` and `openQuestion`.
 */
export function useNewKeyPairSteps(username: string, pair: NewKeyPair) {
  const [steps, happened] = useReducer(requiredStepsReducer, noStepDone)
  const [uploadPublicKey] = useUploadPublicKeyMutation()
  const [saveEncryptedKey] = useSaveEncryptedKeyMutation()
  const dispatch = useAppDispatch()
  const { unlock, dialog } = useUnlock()
  const [move, setMove] = useState(pair.move)
  const [agreed, setAgreed] = useState(pair.plan)
  const { openQuestion, ask, reply } = useQuestion<KeyChange, 'sure' | 'open'>()

  async function upload() {
    happened('uploadStarted')
    const { data } = await uploadPublicKey({ public_key_spki: pair.publicKeySpki })
    happened(data ? 'uploaded' : 'uploadFailed')
    if (!data) return
    updateUser(data.user)
    await save()
  }

  async function save() {
    happened('saveStarted')
    // With its public key, since another tab may have uploaded a different one.
    const { data, error } = await saveEncryptedKey({
      ...pair.sealed,
      public_key_spki: pair.publicKeySpki,
      ...trustDataOf(move),
    })
    if (error !== undefined) await rebuild(faultOf(error))
    happened(data ? 'saved' : 'saveFailed')
    if (!data) return
    await move?.remember()
    await rememberKey({ username, fingerprint: pair.fingerprint })
    updateUser(data.user)
    notifyKeyChanged()
  }

  /** Rebuilds data that was refused as outdated; asks again if its effect on shared folders has changed. */
  async function rebuild({ status }: Fault) {
    if (!outdatedStatuses.has(status)) return
    try {
      for (;;) {
        const key = getUnlockedKey()
        const keyChange = { key, plan: await dispatch(planKeyChange(key)) }
        const decision = isSamePlan(keyChange.plan, agreed) ? 'sure' : await ask(keyChange)
        if (decision === null) return
        if (decision === 'open') await unlock(() => t('keys.presentSignsNew'))
        else {
          setMove(await dispatch(trustDataForNextKey(toNextKey(pair), keyChange.plan, key)))
          setAgreed(keyChange.plan)
          return
        }
      }
    } catch (failed) {
      notifyError(failed)
    }
  }

  const hasBegun = useRef(false)
  const begin = useEffectEvent(upload)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void begin()
  }, [])

  function download() {
    saveBackupFile(username, pair)
    happened('downloaded')
  }

  return { steps, upload, save, download, openQuestion, reply, dialog }
}
