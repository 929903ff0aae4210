import type { Dispatch } from '@reduxjs/toolkit'
import type { UploadStatus } from '../../../contract/schemas/uploads.ts'
import { callApi } from '../../api/client.ts'
import { FaultError } from '../../../core/faults/fault.ts'
import { isUnanswered } from '../../../core/faults/kinds.ts'
import { pause } from '../../../core/util/pause.ts'
import { t } from '../../../i18n/t.ts'
import type { Recipient } from '../../../core/upload/recipient.ts'
import type { UploadService, Store } from './uploadService.ts'
import { fetchRecipient } from './recipientKey.ts'
import { said } from './say.ts'
import type { Sending } from './sendingState.ts'
import { connectionChanged, gateLapsed, recipientKeyRefused } from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'
import { noRecipientText } from './uploadTexts.ts'

/** Where nobody answers, it is asked again so often. */
const askAgainMilliseconds = 3000

/** A gate has closed again: it is shown, and what runs behind it waits. */
export function gateClosed({ dispatch }: Pick<Store, 'dispatch'>, link: UploadStatus): void {
  dispatch(said('info', t('upload.gateClosed')))
  dispatch(gateLapsed(link))
}

/**
 * Whom files are sealed to, once every gate is passed.
 * @returns null when there is nobody: the page says so. @throws the signal's reason
 */
export async function recipientPastGates(
  service: UploadService,
  { dispatch, getState }: Store,
  sending: Sending,
): Promise<Recipient | null> {
  const { linkToken, keyFingerprint } = selectUpload(getState())
  const { signal } = sending
  const ask = () =>
    Promise.all([
      fetchRecipient({ linkToken, keyFingerprint, accepted: service.acceptedKeys }, signal),
      linkOf(linkToken, signal),
    ])
  try {
    const [recipient, link] = await onceAnswered(dispatch, ask, signal)
    signal.throwIfAborted()
    if (link?.requires_password || link?.requires_email) {
      gateClosed({ dispatch }, link)
      await sending.gatePassed()
    }
    return recipient
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof FaultError)) throw error
    dispatch(recipientKeyRefused(error.fault))
    dispatch(said('error', noRecipientText(error.fault)))
    return null
  }
}

/** Without a network it waits, as all that comes later does, and the page says so. @throws the signal's reason */
async function onceAnswered<T>(dispatch: Dispatch, ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let isLost = false; ;) {
    try {
      const answer = await ask()
      if (isLost) dispatch(connectionChanged({ lost: false }))
      return answer
    } catch (error) {
      if (!isUnanswered(error)) throw error
      isLost = true
      dispatch(connectionChanged({ lost: true }))
      await pause(askAgainMilliseconds, signal)
    }
  }
}

/** As it is now; null without an answer, where the upload itself finds out. */
async function linkOf(linkToken: string, signal: AbortSignal): Promise<UploadStatus | null> {
  try {
    return await callApi('getUploadStatus', { params: { link_token: linkToken }, signal })
  } catch {
    return null
  }
}
