import type { Dispatch } from '@reduxjs/toolkit'
import type { UploadStatus } from '../../../contract/schemas/uploads.ts'
import { callApi } from '../../api/client.ts'
import { FaultError } from '../../../core/faults/fault.ts'
import { isUnanswered } from '../../../core/faults/faultKinds.ts'
import { pause } from '../../../core/util/pause.ts'
import type { Recipient } from '../../../core/upload/recipient.ts'
import type { UploadService, Store } from './uploadService.ts'
import { showLapsedGate } from './gateThunks.ts'
import { fetchRecipient } from './fetchRecipient.ts'
import { showNotification } from './showNotification.ts'
import type { RunningBatch } from './runningBatch.ts'
import { connectionChanged, recipientKeyRefused } from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'
import { noRecipientText } from './failureTexts.ts'

const retryInterval = 3000

/** Returns the recipient once every gate is passed; null, which the page shows, if there is none. @throws the signal's reason */
export async function waitForRecipient(
  service: UploadService,
  { dispatch, getState }: Store,
  running: RunningBatch,
): Promise<Recipient | null> {
  const { linkToken, keyFingerprint } = selectUpload(getState())
  const { signal } = running
  const request = () =>
    Promise.all([
      fetchRecipient({ linkToken, keyFingerprint, acceptedKeys: service.acceptedKeys }, signal),
      fetchLinkStatus(linkToken, signal),
    ])
  try {
    const [recipient, link] = await retryUntilResponse(dispatch, request, signal)
    signal.throwIfAborted()
    if (link?.requires_password || link?.requires_email) {
      dispatch(showLapsedGate(link))
      await running.waitUntilGatePassed()
    }
    return recipient
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof FaultError)) throw error
    dispatch(recipientKeyRefused(error.fault))
    dispatch(showNotification('error', noRecipientText(error.fault)))
    return null
  }
}

/** Retries until the server responds, and shows that the page is waiting. @throws the signal's reason */
async function retryUntilResponse<T>(
  dispatch: Dispatch,
  request: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let isLost = false; ;) {
    try {
      const response = await request()
      if (isLost) dispatch(connectionChanged({ lost: false }))
      return response
    } catch (error) {
      if (!isUnanswered(error)) throw error
      isLost = true
      dispatch(connectionChanged({ lost: true }))
      await pause(retryInterval, signal)
    }
  }
}

/** Returns the current state of the link; null without a response, which the upload then reports. */
async function fetchLinkStatus(linkToken: string, signal: AbortSignal): Promise<UploadStatus | null> {
  try {
    return await callApi('getUploadStatus', { params: { link_token: linkToken }, signal })
  } catch {
    return null
  }
}
