import type { UploadStatus } from '../../../../contract/schemas/uploads.ts'
import { callApi } from '../../../api/client.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { type LinkAnswer, type LinkCall, type LinkInput, stepLink } from '../../../../core/link/step.ts'
import type { AppThunk } from '../../../store/store.ts'
import { getLanguage } from '../../../../i18n/language.ts'
import { t } from '../../../../i18n/t.ts'
import { showNotification } from '../sending/showNotification.ts'
import { gateLapsed, linkLoaded, linkStepped } from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'

/**
 * [Note: What is typed at a gate] Passwords and codes are passed as arguments only, never in an action or the
 * store. Once the server accepts one, it sets an HttpOnly cookie for all calls of this link.
 */

/** Applies an input, and makes the calls that are wanted then. @param entered what the person was asked for */
export function driveLink(input: LinkInput, entered = ''): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { linkToken, email } = selectUpload(getState())
    const isShown = () => selectUpload(getState()).linkToken === linkToken
    const params = { link_token: linkToken }
    const requestCode = async (uploader_email: string) => {
      await callApi('requestUploadCode', { params, body: { uploader_email, language: getLanguage() } })
      return { email: uploader_email }
    }
    const calls: Partial<Record<LinkCall, () => Promise<LinkAnswer>>> = {
      status: async () => {
        const link = await callApi('getUploadStatus', { params })
        if (isShown()) dispatch(linkLoaded(link))
        return {}
      },
      password: async () => {
        await callApi('verifyUploadPassword', { params, body: { link_password: entered } })
        return {}
      },
      address: () => requestCode(entered),
      'code-again': () => requestCode(email),
      code: async () => {
        await callApi('verifyUploadCode', {
          params,
          body: { uploader_email: email, verification_code: entered },
        })
        return {}
      },
    }
    for (let nextInput = input; isShown();) {
      const { call } = stepLink(selectUpload(getState()), nextInput)
      dispatch(linkStepped(nextInput))
      if (call === null) return
      try {
        nextInput = { type: 'accepted', call, answer: (await calls[call]?.()) ?? {} }
      } catch (error) {
        nextInput = { type: 'refused', call, fault: faultOf(error) }
      }
    }
  }
}

/** Shows a gate that has closed again, and suspends what runs behind it. */
export const showLapsedGate =
  (link: UploadStatus): AppThunk =>
  (dispatch) => {
    dispatch(showNotification('info', t('upload.gateClosed')))
    dispatch(gateLapsed(link))
  }
