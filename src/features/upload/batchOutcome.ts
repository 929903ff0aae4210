import type { Severity } from '../../store/notifications.ts'

/** How the files of one batch ended. */
export interface Tally {
  files: number
  succeeded: number
  /** Plaintext bytes of the files that are stored. */
  storedBytes: number
  /** Failed before anything of the file was sent. */
  failedProcessing: number
  /** The request failed; `requestError` is the first reason. */
  failedRequest: number
  requestError: string | null
  /** Refused by the server. */
  failedServer: number
  /** Sent, but the server's answer did not name them. */
  unreported: number
}

export const emptyTally = (files = 0): Tally => ({
  files,
  succeeded: 0,
  storedBytes: 0,
  failedProcessing: 0,
  failedRequest: 0,
  requestError: null,
  failedServer: 0,
  unreported: 0,
})

export const failedCount = (tally: Tally): number =>
  tally.failedProcessing + tally.failedRequest + tally.failedServer + tally.unreported

export interface Message {
  severity: Severity
  text: string
}

/** The texts of the specification that are not built from a batch's figures. */
export const uploadTexts = {
  tokenMissing: 'Token missing from URL.',
  linkInvalid: 'Link invalid/expired.',
  keyMissing: 'Recipient public key is missing or not configured.',
  fileKeyMissing: 'Encryption key missing',
  hashingFailed: 'Hashing failed',
  /** Of the check that the folder asks for; says all there is to say. */
  typeMismatch: 'File content does not match its extension.',
  callFailed: 'Upload API call failed',
  serverFailed: 'Upload failed on server',
  unreported: 'Upload status unreported by server',
  someFailedProcessing:
    'Some files failed client-side processing. Only successfully processed files will be uploaded.',
  checkStatuses: 'Some files failed to upload. Check file statuses.',
  nothingPending: 'No new files are pending for upload.',
  alreadyRunning: 'An upload is already in progress.',
  nothingToRetry: 'No files to retry.',
  noReceipt: 'No files have been successfully uploaded yet to generate a receipt.',
  unexpectedStep: 'An unexpected error occurred. Please refresh the page.',
} as const

/** The one sentence that ends a batch. */
export function outcomeMessage(tally: Tally): Message {
  const { files, succeeded, failedProcessing, failedRequest, failedServer, unreported } = tally
  const failed = failedCount(tally)
  if (files > 0 && failedProcessing === files) {
    return {
      severity: 'error',
      text: 'All files failed during client-side processing. Please check files or try again.',
    }
  }
  if (succeeded + failed === 0) {
    return { severity: 'error', text: 'No files were successfully processed for upload.' }
  }
  if (succeeded === 0 && failedRequest > 0 && failedServer + unreported === 0) {
    return { severity: 'error', text: `${uploadTexts.callFailed}: ${tally.requestError ?? ''}` }
  }
  if (unreported > 0 && failed === unreported) {
    return succeeded > 0
      ? { severity: 'warning', text: `Upload processed: ${succeeded} files confirmed successful.` }
      : {
          severity: 'warning',
          text: 'Upload processed, but server did not confirm file outcomes for this batch.',
        }
  }
  if (failed > 0) {
    return { severity: 'warning', text: `Batch processed: ${succeeded} succeeded, ${failed} failed.` }
  }
  return { severity: 'success', text: `Upload successful! All ${succeeded} processed files received.` }
}
