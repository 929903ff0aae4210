import type { Dispatch } from '@reduxjs/toolkit'
import { FaultError } from '../../../../core/faults/fault.ts'
import { isUnanswered } from '../../../../core/faults/faultKinds.ts'
import { isTemporary } from '../../../../core/faults/retries.ts'
import { pause } from '../../../../core/util/pause.ts'
import type { Recipient } from '../../../../core/upload/recipient.ts'
import type { UploadService, Store } from '../sending/uploadService.ts'
import { showLapsedGate } from './gateThunks.ts'
import { checkLink } from './checkLink.ts'
import type { CheckedLink } from '../sending/uploadPreparation.ts'
import { showNotification } from '../sending/showNotification.ts'
import type { BatchControl } from '../sending/batchControl.ts'
import { connectionChanged, privateNamesAsked, recipientKeyRefused } from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'
import { noRecipientText } from '../queue/failureTexts.ts'

const retryInterval = 3000

/** Returns the recipient once every gate is passed; null, which the page shows, if there is none. @throws the signal's reason */
export async function waitForRecipient(
  service: UploadService,
  store: Store,
  running: BatchControl,
): Promise<Recipient | null> {
  const { dispatch, getState } = store
  const { signal } = running
  const request = () => checkLink(service, selectUpload(getState()), signal)
  try {
    const [recipient, link] =
      (await preparedLink(service, store, running)) ?? (await retryUntilResponse(dispatch, request, signal))
    signal.throwIfAborted()
    if (link?.private_names === true) dispatch(privateNamesAsked())
    if (link?.requires_password || link?.requires_email) {
      dispatch(showLapsedGate(link))
      await running.waitUntilGatePassed()
    }
    return recipient
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof FaultError)) throw error
    showRefusal(dispatch, error)
    return null
  }
}

/** What is known from before the click; a link that was checked long ago is checked again meanwhile. Null if nothing is. */
async function preparedLink(
  service: UploadService,
  store: Store,
  running: BatchControl,
): Promise<CheckedLink | null> {
  const check = service.preparation.takeCheck(selectUpload(store.getState()).linkToken)
  if (!check) return null
  const checked = await Promise.race([check.link.catch(() => null), pause(null, running.signal)])
  if (!checked || check.isYoung) return checked ?? null
  void checkAgain(service, store, running)
  return [checked[0], null]
}

/** Cancels the batch if there is no recipient any more, or another key. Calls of the upload report what is temporary. */
async function checkAgain(service: UploadService, { getState }: Store, running: BatchControl) {
  try {
    await checkLink(service, selectUpload(getState()), running.signal)
  } catch (error) {
    if (running.signal.aborted || service.running !== running) return
    if (!(error instanceof FaultError) || isTemporary(error.fault)) return
    // Shown at its end: progress that is on its way would undo it.
    running.refuse(error)
  }
}

/** Shows that there is no recipient. */
export function showRefusal(dispatch: Dispatch, { fault }: FaultError) {
  dispatch(recipientKeyRefused(fault))
  dispatch(showNotification('error', noRecipientText(fault)))
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
