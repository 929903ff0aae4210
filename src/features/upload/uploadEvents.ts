import { createAction } from '@reduxjs/toolkit'
import type { UploadStatus } from '../../../contract/schemas/uploads.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import type { KeptUpload } from '../../platform/keptUploads.ts'
import type { FileProgress, Pace } from '../../../core/upload/progress.ts'
import type { Tally } from './batchOutcome.ts'
import type { ReceivedFile } from '../../../i18n/receipt.ts'

/** What happens on the upload page. Several reducers answer the same event; `queueListener.ts` does the work. */

/** `keyFingerprint`: the recipient's, where the link carries one (`#k=`). */
export const pageOpened = createAction<{ linkToken: string; keyFingerprint: string | null }>(
  'upload/pageOpened',
)
export const pageLeft = createAction('upload/pageLeft')
export const linkLoaded = createAction<UploadStatus>('upload/linkLoaded')
export const linkFailed = createAction<{ fault: Fault; mayPass: boolean }>('upload/linkFailed')

/** What was tried at a gate, and why it was refused. */
export interface Refusal {
  attempt: 'password' | 'address' | 'code' | 'code-again'
  fault: Fault
}

/** The gates of a link. What is typed there, a password or a code, is in no action: those are shown and logged. */
export const gateTried = createAction('upload/gateTried')
export const gateRefused = createAction<Refusal>('upload/gateRefused')
export const passwordAccepted = createAction('upload/passwordAccepted')
export const codeSent = createAction<{ email: string }>('upload/codeSent')
export const codeSentAgain = createAction('upload/codeSentAgain')
export const codeNoticeExpired = createAction('upload/codeNoticeExpired')
export const codeAccepted = createAction('upload/codeAccepted')
export const emailChangeRequested = createAction('upload/emailChangeRequested')
/** What the link still takes, see `UploadState`. */
export const roomKnown = createAction<number | null>('upload/roomKnown')
/** What was passed does not hold any more: the link's state of now. */
export const gateLapsed = createAction<UploadStatus>('upload/gateLapsed')

export interface Amount {
  files: number
  bytes: number
}

/** A file as it enters the queue. */
export interface AddedFile {
  id: number
  name: string
  /** Directory part, '/'-separated; '.' is the root. */
  relativePath: string
  size: number
}
export const filesAdded = createAction<AddedFile[]>('upload/filesAdded')
/** Files that have changed, as they are now. */
export const filesRenewed = createAction<Pick<AddedFile, 'id' | 'size'>[]>('upload/filesRenewed')
export const fileRemoved = createAction<number>('upload/fileRemoved')
/** Of files that are refused however often they are sent. */
export const refusedFilesRemoved = createAction('upload/refusedFilesRemoved')
export const waitingFilesRemoved = createAction('upload/waitingFilesRemoved')

/** What was typed in answer to the question in that place: no secret of the page's, and shown to no tool (store.ts). */
export const answerTyped = createAction<{ at: number; value: string }>('upload/answerTyped')
/** Something was to be sent, and what the folder asks for is not answered. */
export const answersRefused = createAction('upload/answersRefused')

/** Whether what is sent from now on, and was on this page, is remembered on this device. */
export const rememberToggled = createAction<boolean>('upload/rememberToggled')
export const sentHereChanged = createAction('upload/sentHereChanged')

/** Someone asked for these; whether they happen is decided where the work is done. */
export const uploadRequested = createAction('upload/uploadRequested')
export const retryRequested = createAction('upload/retryRequested')
export const cancelRequested = createAction('upload/cancelRequested')
export const pauseRequested = createAction('upload/pauseRequested')
export const continueRequested = createAction('upload/continueRequested')
export const receiptRequested = createAction('upload/receiptRequested')

/** Whom the files are sealed to: the key's fingerprint, in base64url. */
export const recipientKnown = createAction<string>('upload/recipientKnown')
/** Some of the pending files, or all of them. `stored`: those of the batch that an upload of before has stored. */
export const batchStarted = createAction<Amount & { stored?: Amount }>('upload/batchStarted')
/** Whether the upload waits for the network or the server. */
export const connectionChanged = createAction<{ lost: boolean }>('upload/connectionChanged')
export const recipientKeyRefused = createAction<Fault>('upload/recipientKeyRefused')

/** What has become of a row since the last report; what is absent has not changed. */
export interface FileChange extends Omit<FileProgress, 'file'> {
  id: number
}
/** All changes of up to a quarter of a second, and the pace they add up to. */
export const filesProgressed = createAction<{ changes: FileChange[]; pace: Pace }>('upload/filesProgressed')
export const batchEnded = createAction('upload/batchEnded', (tally: Tally) => ({
  payload: tally,
  meta: { at: Date.now() },
}))
/** It has stopped before its end: because somebody wanted that, or because it could not go on. */
/** What is left of a batch may be gone on with by whoever finds it, here or in another tab. */
export const batchReleased = createAction('upload/batchReleased')
export const batchCancelled = createAction<{ wanted: boolean }>('upload/batchCancelled')
/** Of files that have not come to their end: what is on the server and is not sent again. */
export const arrivalsKnown = createAction<{ id: number; arrivedBytes: number }[]>('upload/arrivalsKnown')
export const storedFilesLeft = createAction('upload/storedFilesLeft')

/** An upload of before that did not come to its end. */
export const keptUploadFound = createAction<KeptUpload | null>('upload/keptUploadFound')
/** Its files are being looked for. */
export const keptFilesSought = createAction('upload/keptFilesSought')
/** Why it does not go on yet. */
export type KeptProblem = { code: 'may-not-read' } | { code: 'not-found'; files: number }
/** How many of its missing files are at hand again. */
export const keptFilesFound = createAction<{ found: number; problem: KeptProblem }>('upload/keptFilesFound')
export const keptUploadContinued = createAction<{ received: ReceivedFile[] }>('upload/keptUploadContinued')
/** Someone asked for it: with what the browser can find by itself, with what is at hand, or never again. */
export const keptFilesRequested = createAction('upload/keptFilesRequested')
export const keptUploadRequested = createAction('upload/keptUploadRequested')
export const forgetRequested = createAction('upload/forgetRequested')
