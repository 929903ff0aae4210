import { createAction } from '@reduxjs/toolkit'
import type { UploadStatus } from '../../../contract/uploads.ts'
import type { FailureStage, SendingStatus } from '../../transfer/uploadTypes.ts'
import type { Tally } from './batchOutcome.ts'

/** What happens on the upload page. Several reducers answer the same event; `queueListener.ts` does the work. */

export const pageOpened = createAction<{ linkToken: string }>('upload/pageOpened')
export const pageLeft = createAction('upload/pageLeft')
export const linkLoaded =
  createAction<Pick<UploadStatus, 'title' | 'description' | 'perform_mime_check'>>('upload/linkLoaded')
export const linkFailed = createAction<{ message: string; mayPass: boolean }>('upload/linkFailed')

/** A file as it enters the queue. */
export interface AddedFile {
  id: number
  name: string
  /** Directory part, '/'-separated; '.' is the root. */
  relativePath: string
  size: number
}
export const filesAdded = createAction<AddedFile[]>('upload/filesAdded')
export const fileRemoved = createAction<number>('upload/fileRemoved')
export const waitingFilesRemoved = createAction('upload/waitingFilesRemoved')

/** Someone asked for these; whether they happen is decided where the work is done. */
export const uploadRequested = createAction('upload/uploadRequested')
export const retryRequested = createAction('upload/retryRequested')
export const cancelRequested = createAction('upload/cancelRequested')
export const receiptRequested = createAction('upload/receiptRequested')

export const batchStarted = createAction('upload/batchStarted')
export const recipientKeyRefused = createAction<string>('upload/recipientKeyRefused')

/** What has become of a file since the last report; what is absent has not changed. */
export interface FileChange {
  id: number
  status?: SendingStatus
  sentBytes?: number
  /** It ended well; SHA-256 of the content in hex. */
  succeeded?: { sha256: string }
  failed?: { stage: FailureStage; error: string }
}
/** All changes of up to a tenth of a second, and the rate they add up to. */
export const filesProgressed = createAction<{ changes: FileChange[]; bytesPerSecond: number | null }>(
  'upload/filesProgressed',
)
export const batchEnded = createAction<Tally>('upload/batchEnded')
export const batchCancelled = createAction('upload/batchCancelled')
export const storedFilesLeft = createAction('upload/storedFilesLeft')
