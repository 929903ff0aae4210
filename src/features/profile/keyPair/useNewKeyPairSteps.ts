import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useSaveEncryptedKeyMutation, useUploadPublicKeyMutation } from '../../../api/accountApi.ts'
import type { Fault } from '../../../../core/faults/fault.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { rememberKey } from '../../../session/knownKey.ts'
import { trustDataOf } from '../../../session/installKeyPair.ts'
import { updateUser, notifyKeyChanged } from '../../../session/session.ts'
import { notifyError, useAppDispatch } from '../../../store/hooks.ts'
import { t } from '../../../../i18n/t.ts'
import { trustDataForNextKey, isSamePlan } from '../../../trust/keyChange.ts'
import { saveBackupFile } from '../backup/backupFile.ts'
import { type NewKeyPair, toNextKey, noStepDone, requiredStepsReducer } from './newKeyPair.ts'
import { useKeyChangeAgreement } from './useKeyChangeAgreement.tsx'

/** Statuses for folders or remembered data that were changed, removed or became inaccessible. */
const outdatedStatuses: ReadonlySet<number | null> = new Set([403, 404, 409])

/** Steps that install a new pair and back it up. The first two begin by themselves, and can be repeated. */
export function useNewKeyPairSteps(username: string, pair: NewKeyPair) {
  const [steps, dispatchStep] = useReducer(requiredStepsReducer, noStepDone)
  const [uploadPublicKey] = useUploadPublicKeyMutation()
  const [saveEncryptedKey] = useSaveEncryptedKeyMutation()
  const dispatch = useAppDispatch()
  const [preparedChange, setPreparedChange] = useState(pair.preparedChange)
  const [agreedPlan, setAgreedPlan] = useState(pair.plan)
  const { agree, dialogs } = useKeyChangeAgreement({
    title: t('keys.changedMeanwhile'),
    confirmLabel: t('keys.goOn'),
    text: t('keys.changedMeanwhileText'),
  })

  async function upload() {
    dispatchStep('uploadStarted')
    const { data } = await uploadPublicKey({ public_key_spki: pair.publicKeySpki })
    dispatchStep(data ? 'uploaded' : 'uploadFailed')
    if (!data) return
    updateUser(data.user)
    await save()
  }

  async function save() {
    dispatchStep('saveStarted')
    // With its public key, since another tab may have uploaded a different one.
    const { data, error } = await saveEncryptedKey({
      ...pair.sealed,
      public_key_spki: pair.publicKeySpki,
      ...trustDataOf(preparedChange),
    })
    if (error !== undefined) await rebuild(faultOf(error))
    dispatchStep(data ? 'saved' : 'saveFailed')
    if (!data) return
    try {
      await preparedChange?.remember()
      await rememberKey({ username, fingerprint: pair.fingerprint })
    } catch (failed) {
      // The pair is in force all the same.
      notifyError(failed)
    }
    updateUser(data.user)
    notifyKeyChanged()
  }

  /** Rebuilds data that was refused as outdated; asks again if its effect on shared folders has changed. */
  async function rebuild({ status }: Fault) {
    if (!outdatedStatuses.has(status)) return
    try {
      const keyChange = await agree((plan) => isSamePlan(plan, agreedPlan))
      if (!keyChange) return
      const { plan, key } = keyChange
      setPreparedChange(await dispatch(trustDataForNextKey(toNextKey(pair), plan, key)))
      setAgreedPlan(plan)
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
    dispatchStep('downloaded')
  }

  return { steps, upload, save, download, dialogs }
}
