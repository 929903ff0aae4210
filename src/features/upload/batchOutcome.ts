import type { Severity } from '../../store/notifications.ts'
import { formatNumber } from '../../ui/format.ts'
import { uploadTexts } from './uploadTexts.ts'

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
      ? {
          severity: 'warning',
          text: `Upload processed: ${formatNumber(succeeded)} files confirmed successful.`,
        }
      : {
          severity: 'warning',
          text: 'Upload processed, but server did not confirm file outcomes for this batch.',
        }
  }
  if (failed > 0) {
    return {
      severity: 'warning',
      text: `Batch processed: ${formatNumber(succeeded)} succeeded, ${formatNumber(failed)} failed.`,
    }
  }
  return {
    severity: 'success',
    text: `Upload successful! All ${formatNumber(succeeded)} processed files received.`,
  }
}
