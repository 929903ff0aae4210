import type { Action } from '@reduxjs/toolkit'
import { ownUploadToken } from '../../../../contract/ownUpload.ts'
import type { Folder } from '../../../../contract/schemas/folders.ts'
import { FaultError } from '../../../../core/faults/fault.ts'
import type { ReceivedFile } from '../../../../i18n/receiptText.ts'
import type { UnlockedKey } from '../../../session/unlockedKey.ts'
import { type AppThunk, type RootState, startAppListening } from '../../../store/store.ts'
import { selectCounts, selectQueue } from '../queue/queueSlice.ts'
import { batchCancelled, batchEnded, pageLeft, retryRequested, uploadRequested } from '../uploadEvents.ts'
import { selectUpload, uploadStep } from '../uploadSlice.ts'
import { openOwnPage } from './ownPage.ts'
import { ownRecipientOf } from './ownRecipient.ts'

/**
 * Sends the files of the queue, which may have been chosen before there was a folder, into a folder of one's own; tries
 * those again that failed.
 * @returns all that this page has sent there; null if some of the queue did not arrive
 * @throws FaultError
 */
export const sendChosenFiles =
  (folder: Folder, key: UnlockedKey): AppThunk<Promise<readonly ReceivedFile[] | null>> =>
  async (dispatch, getState) => {
    const before = selectUpload(getState())
    if (before.linkToken !== ownUploadToken(folder.id) || before.step === uploadStep.fatal) {
      dispatch(openOwnPage(folder.id, await dispatch(ownRecipientOf(folder, key)), true))
      await until((_, state) => selectUpload(state).step !== uploadStep.loading)
    }
    const { step, failure } = selectUpload(getState())
    if (step === uploadStep.fatal && failure) throw new FaultError(failure)
    const waiting = selectCounts(getState())
    if (waiting.pending + waiting.error > 0) {
      const ended = until(isUploadOver)
      dispatch(waiting.error > 0 ? retryRequested() : uploadRequested())
      await ended
    }
    const { counts, receiptFiles } = selectQueue(getState())
    return counts.pending + counts.error === 0 && receiptFiles.length > 0 ? receiptFiles.flat() : null
  }

/** Files that an earlier attempt left are a batch of their own, and others follow it. */
const isUploadOver = (action: Action, state: RootState): boolean =>
  batchCancelled.match(action) || (batchEnded.match(action) && selectCounts(state).pending === 0)

/** Resolves after an action that matches, or when the page is left. */
const until = (matches: (action: Action, state: RootState) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const stop = startAppListening({
      predicate: (action, state) => pageLeft.match(action) || matches(action, state),
      effect: () => {
        stop()
        resolve()
      },
    })
  })
