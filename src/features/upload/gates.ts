import type { Dispatch } from '@reduxjs/toolkit'
import { callApi } from '../../api/client.ts'
import type { Fault } from '../../faults/fault.ts'
import { faultOf } from '../../faults/faultOf.ts'
import type { AppThunk } from '../../store/store.ts'
import { errorText, faultText } from '../../texts/errorText.ts'
import { said } from './say.ts'
import {
  codeAccepted,
  codeNoticeExpired,
  codeSent,
  codeSentAgain,
  gateRefused,
  gateTried,
  passwordAccepted,
} from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'
import { gateTexts } from './uploadTexts.ts'

/**
 * [Note: What is typed at a gate]
 * A password or a code is an argument here and nothing else: not in an action, not in the store. Once the server has
 * it, a cookie that scripts cannot read stands for it in all calls of this link.
 */

const resentNoticeTime = 3000

/** Asks; whatever fails is told at the gate itself. */
async function attempt(
  dispatch: Dispatch,
  ask: () => Promise<void>,
  textOf: (error: unknown) => string = errorText,
): Promise<void> {
  dispatch(gateTried())
  try {
    await ask()
  } catch (error) {
    dispatch(gateRefused(textOf(error)))
  }
}

export const passPassword =
  (password: string): AppThunk<Promise<void>> =>
  (dispatch, getState) =>
    attempt(dispatch, async () => {
      const params = { link_token: selectUpload(getState()).linkToken }
      await callApi('verifyUploadPassword', { params, body: { link_password: password } })
      dispatch(passwordAccepted())
    })

export const askForCode =
  (email: string): AppThunk<Promise<void>> =>
  (dispatch, getState) =>
    attempt(dispatch, async () => {
      const params = { link_token: selectUpload(getState()).linkToken }
      await callApi('requestUploadCode', { params, body: { uploader_email: email } })
      dispatch(codeSent({ email }))
    })

export const askForCodeAgain = (): AppThunk<Promise<void>> => (dispatch, getState) =>
  attempt(
    dispatch,
    async () => {
      const { linkToken, email } = selectUpload(getState())
      const params = { link_token: linkToken }
      const { message } = await callApi('requestUploadCode', { params, body: { uploader_email: email } })
      dispatch(codeSentAgain(message || gateTexts.codeSent))
      setTimeout(() => dispatch(codeNoticeExpired()), resentNoticeTime)
    },
    (error) => `${gateTexts.resendFailed}: ${errorText(error)}`,
  )

export const passCode =
  (code: string): AppThunk<Promise<void>> =>
  (dispatch, getState) =>
    attempt(
      dispatch,
      async () => {
        const { linkToken, email } = selectUpload(getState())
        const body = { uploader_email: email, verification_code: code }
        await callApi('verifyUploadCode', { params: { link_token: linkToken }, body })
        dispatch(codeAccepted())
      },
      (error) => {
        const fault = faultOf(error)
        // The sentence at the gate does not tell why nothing came back.
        if (fault.status === null) dispatch(said('error', faultText(fault)))
        return codeFailureText(fault)
      },
    )

/** What is said of a code that was not taken. */
export function codeFailureText({ said }: Pick<Fault, 'said'>): string {
  if (said === undefined || said === '') return gateTexts.codeFailed
  return /invalid|expired/i.test(said) ? gateTexts.codeInvalid : said
}
