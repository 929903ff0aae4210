import type { Dispatch } from '@reduxjs/toolkit'
import type { UploadStatus } from '../../../contract/schemas/uploads.ts'
import { callApi } from '../../api/client.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import type { AppThunk } from '../../store/store.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { getLanguage } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'
import type { Refusal } from '../../ui/gate.ts'
import { showNotification } from './showNotification.ts'
import {
  codeAccepted,
  codeSent,
  codeSentAgain,
  gateLapsed,
  gateRefused,
  gateTried,
  passwordAccepted,
} from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'

/**
 * [Note: What is typed at a gate] Passwords and codes are passed as arguments only, never in an action or the
 * store. Once the server accepts one, it sets an HttpOnly cookie for all calls of this link.
 */

/** Makes a request of a gate; failures are shown at the gate. */
async function attempt(
  dispatch: Dispatch,
  attempted: Refusal['attempt'],
  request: () => Promise<void>,
): Promise<void> {
  dispatch(gateTried())
  try {
    await request()
  } catch (error) {
    const fault = faultOf(error)
    dispatch(gateRefused({ attempt: attempted, fault }))
    // The error at the code's gate does not say why no response came.
    if (attempted === 'code' && fault.status === null) dispatch(showNotification('error', faultText(fault)))
  }
}

export const submitPassword =
  (password: string): AppThunk<Promise<void>> =>
  (dispatch, getState) =>
    attempt(dispatch, 'password', async () => {
      const params = { link_token: selectUpload(getState()).linkToken }
      await callApi('verifyUploadPassword', { params, body: { link_password: password } })
      dispatch(passwordAccepted())
    })

export const requestCode =
  (email: string): AppThunk<Promise<void>> =>
  (dispatch, getState) =>
    attempt(dispatch, 'address', async () => {
      const params = { link_token: selectUpload(getState()).linkToken }
      await callApi('requestUploadCode', { params, body: { uploader_email: email, language: getLanguage() } })
      dispatch(codeSent({ email }))
    })

export const requestCodeAgain = (): AppThunk<Promise<void>> => (dispatch, getState) =>
  attempt(dispatch, 'code-again', async () => {
    const { linkToken, email } = selectUpload(getState())
    const params = { link_token: linkToken }
    await callApi('requestUploadCode', { params, body: { uploader_email: email, language: getLanguage() } })
    dispatch(codeSentAgain())
  })

export const submitCode =
  (code: string): AppThunk<Promise<void>> =>
  (dispatch, getState) =>
    attempt(dispatch, 'code', async () => {
      const { linkToken, email } = selectUpload(getState())
      const body = { uploader_email: email, verification_code: code }
      await callApi('verifyUploadCode', { params: { link_token: linkToken }, body })
      dispatch(codeAccepted())
    })

/** Shows a gate that has closed again, and suspends what runs behind it. */
export const showLapsedGate =
  (link: UploadStatus): AppThunk =>
  (dispatch) => {
    dispatch(showNotification('info', t('upload.gateClosed')))
    dispatch(gateLapsed(link))
  }
