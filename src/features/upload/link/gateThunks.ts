import type { Action } from '@reduxjs/toolkit'
import type { UploadStatus } from '../../../../contract/schemas/uploads.ts'
import { callApi } from '../../../api/client.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import type { AppThunk } from '../../../store/store.ts'
import { getLanguage } from '../../../../i18n/language.ts'
import { t } from '../../../../i18n/t.ts'
import type { GateRefusal } from '../../../../core/link/step.ts'
import { showNotification } from '../sending/showNotification.ts'
import {
  codeAccepted,
  codeSent,
  codeSentAgain,
  gateLapsed,
  gateRefused,
  gateRemoved,
  gateTried,
  passwordAccepted,
} from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'

/**
 * [Note: What is typed at a gate] Passwords and codes are passed as arguments only, never in an action or the
 * store. Once the server accepts one, it sets an HttpOnly cookie for all calls of this link.
 */

interface GateAttempt {
  attempt: GateRefusal['attempt']
  request: (params: { link_token: string }, email: string) => Promise<unknown>
  /** Dispatched once the server has accepted the request; failures are shown at the gate. */
  acceptedAction: Action
}

const tryGate =
  ({ attempt, request, acceptedAction }: GateAttempt): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { linkToken, email } = selectUpload(getState())
    dispatch(gateTried())
    try {
      const action = await request({ link_token: linkToken }, email).then(
        () => acceptedAction,
        (error: unknown) => actionOfRemovedGate(error, linkToken),
      )
      if (selectUpload(getState()).linkToken === linkToken) dispatch(action)
    } catch (error) {
      dispatch(gateRefused({ attempt, fault: faultOf(error) }))
    }
  }

/** Returns the action for a gate that the owner has removed. @throws any other error of the attempt */
async function actionOfRemovedGate(error: unknown, link_token: string): Promise<Action> {
  if (faultOf(error).code !== 'gateNotAsked') throw error
  return gateRemoved(await callApi('getUploadStatus', { params: { link_token } }))
}

export const submitPassword = (link_password: string) =>
  tryGate({
    attempt: 'password',
    request: (params) => callApi('verifyUploadPassword', { params, body: { link_password } }),
    acceptedAction: passwordAccepted(),
  })

const callRequestCode = (params: { link_token: string }, uploader_email: string) =>
  callApi('requestUploadCode', { params, body: { uploader_email, language: getLanguage() } })

export const requestCode = (email: string) =>
  tryGate({
    attempt: 'address',
    request: (params) => callRequestCode(params, email),
    acceptedAction: codeSent({ email }),
  })

export const requestCodeAgain = () =>
  tryGate({ attempt: 'code-again', request: callRequestCode, acceptedAction: codeSentAgain() })

export const submitCode = (verification_code: string) =>
  tryGate({
    attempt: 'code',
    request: (params, uploader_email) =>
      callApi('verifyUploadCode', { params, body: { uploader_email, verification_code } }),
    acceptedAction: codeAccepted(),
  })

/** Shows a gate that has closed again, and suspends what runs behind it. */
export const showLapsedGate =
  (link: UploadStatus): AppThunk =>
  (dispatch) => {
    dispatch(showNotification('info', t('upload.gateClosed')))
    dispatch(gateLapsed(link))
  }
