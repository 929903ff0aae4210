import { createAction } from '@reduxjs/toolkit'
import type { UploadStatus } from '../../../contract/schemas/uploads.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import type { InterruptedUpload } from '../../platform/interruptedUploads.ts'
import type { FileProgress, Pace } from '../../../core/upload/progress.ts'
import type { LinkInput } from '../../../core/link/step.ts'
import type { BatchOutcome } from './sending/batchOutcome.ts'
import type { ReceivedFile } from '../../../i18n/receiptText.ts'

/** Events of the upload page, for several reducers; side effects are in `uploadListeners.ts`. */

/**
 * The page was opened. `keyFingerprint`: the recipient's, if the link contains one (`#k=`, `#kp=`); `privateNames`: the
 * link says that the server must not learn names (`#kp=`). `keepsFiles`: those that were chosen before are for it.
 */
export const pageOpened = createAction<{
  linkToken: string
  keyFingerprint: string | null
  privateNames: boolean
  keepsFiles?: boolean
}>('upload/pageOpened')
export const pageLeft = createAction('upload/pageLeft')
/** The link's status is known, for the first time or again at a gate. */
export const linkLoaded = createAction<UploadStatus>('upload/linkLoaded')
/** An input of the link's machine. Passwords and codes are in no action, since actions can be logged. */
export const linkStepped = createAction<LinkInput>('upload/linkStepped')
/** The server says that the folder hides names; it may have said otherwise before. */
export const privateNamesAsked = createAction('upload/privateNamesAsked')
export const capacityKnown = createAction<number | null>('upload/capacityKnown')
export const gateLapsed = createAction<UploadStatus>('upload/gateLapsed')

export interface FileTotals {
  files: number
  bytes: number
}

export interface AddedFile {
  id: number
  name: string
  /** Directory part, '/'-separated; '.' for the root. */
  relativePath: string
  size: number
  /** True for a message of the sender. */
  isText?: boolean
}
export const filesAdded = createAction<AddedFile[]>('upload/filesAdded')
/** Files have changed on disk. */
export const fileSizesChanged = createAction<Pick<AddedFile, 'id' | 'size'>[]>('upload/fileSizesChanged')
export const fileRemoved = createAction<number>('upload/fileRemoved')
/** The files that no retry can send were removed. */
export const refusedFilesRemoved = createAction('upload/refusedFilesRemoved')
export const waitingFilesRemoved = createAction('upload/waitingFilesRemoved')

/** The answer at this index changed; hidden from development tools (store.ts). */
export const answerTyped = createAction<{ index: number; value: string }>('upload/answerTyped')
export const answersRefused = createAction('upload/answersRefused')

/** The checkbox to remember sent files, including those that this page has sent, was changed. */
export const sentHistoryToggled = createAction<boolean>('upload/sentHistoryToggled')
export const sentHistoryChanged = createAction('upload/sentHistoryChanged')

/** The person asked to send, pause, resume or cancel; listeners decide whether it happens. */
export const uploadRequested = createAction('upload/uploadRequested')
export const retryRequested = createAction('upload/retryRequested')
export const cancelRequested = createAction('upload/cancelRequested')
export const pauseRequested = createAction('upload/pauseRequested')
export const continueRequested = createAction('upload/continueRequested')
export const receiptRequested = createAction('upload/receiptRequested')

/** The fingerprint of the recipient's key, in base64url, is known. */
export const recipientKnown = createAction<string>('upload/recipientKnown')
/** A batch of some or all pending files began. `stored`: amount of it that an earlier upload has stored. */
export const batchStarted = createAction<FileTotals & { stored?: FileTotals }>('upload/batchStarted')
export const connectionChanged = createAction<{ lost: boolean }>('upload/connectionChanged')
export const recipientKeyRefused = createAction<Fault>('upload/recipientKeyRefused')

/** Changes of a row since the last report; absent fields have not changed. */
export interface FileChange extends Omit<FileProgress, 'file'> {
  id: number
}
/** All changes of up to 250 ms, and the resulting pace. */
export const filesProgressed = createAction<{ changes: FileChange[]; pace: Pace }>('upload/filesProgressed')
export const batchEnded = createAction('upload/batchEnded', (outcome: BatchOutcome, batchId: string) => ({
  payload: outcome,
  meta: { at: Date.now(), batchId },
}))
/** The rest of a batch can be resumed, in this tab or another one. */
export const batchReleased = createAction('upload/batchReleased')
/** The batch stopped before its end, by request (`wanted`) or by an error. */
export const batchCancelled = createAction<{ wanted: boolean }>('upload/batchCancelled')
/** Bytes on the server of unfinished files, which are not sent again. */
export const arrivalsKnown = createAction<{ id: number; arrivedBytes: number }[]>('upload/arrivalsKnown')
export const storedFilesRemoved = createAction('upload/storedFilesRemoved')

/** An interrupted upload was found, or none is left. */
export const interruptedUploadFound = createAction<InterruptedUpload | null>('upload/interruptedUploadFound')
export const fileSearchStarted = createAction('upload/fileSearchStarted')
export type ResumeProblem = { code: 'may-not-read' } | { code: 'not-found'; files: number }
/** Files are still missing, or another upload is under way. `found`: number of missing files that are available. */
export const fileSearchEnded = createAction<{ found: number; problem: ResumeProblem | null }>(
  'upload/fileSearchEnded',
)
export const uploadResumed = createAction<{ receiptFiles: ReceivedFile[] }>('upload/uploadResumed')
/** The person asked to resume the upload with stored handles or the available files, or to discard it. */
export const fileSearchRequested = createAction('upload/fileSearchRequested')
export const resumeInterruptedRequested = createAction('upload/resumeInterruptedRequested')
export const forgetInterruptedRequested = createAction('upload/forgetInterruptedRequested')
