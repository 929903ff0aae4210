import { failedCount } from './batchOutcome.ts'
import type { Batch } from './queueSlice.ts'

export interface BatchProgress {
  /** Files that have ended, well or not. */
  filesDone: number
  /** 0 to 1. */
  fraction: number
  /** Null while there is no rate yet. */
  secondsLeft: number | null
}

export function batchProgress(batch: Batch): BatchProgress {
  const { files, bytes, sentBytes, bytesPerSecond, succeeded } = batch
  const filesDone = succeeded + failedCount(batch)
  // A batch of empty files has no bytes to measure by.
  const fraction = bytes > 0 ? Math.min(1, sentBytes / bytes) : files > 0 ? filesDone / files : 0
  const left = bytes - sentBytes
  const secondsLeft = bytesPerSecond !== null && bytesPerSecond > 0 && left > 0 ? left / bytesPerSecond : null
  return { filesDone, fraction, secondsLeft }
}
