import { failedCount } from './batchOutcome.ts'
import type { Batch } from './queue.ts'

export interface BatchProgress {
  /** Files that have ended, with or without success. */
  filesDone: number
  /** Progress from 0 to 1. */
  fraction: number
  /** Estimated seconds left; null if unknown. */
  secondsLeft: number | null
}

export function batchProgress(batch: Batch): BatchProgress {
  const { files, bytes, sentBytes, pace, succeeded } = batch
  const filesDone = succeeded + failedCount(batch)
  // A batch of empty files has no bytes to measure, so count its files.
  const fraction = bytes > 0 ? Math.min(1, sentBytes / bytes) : files > 0 ? filesDone / files : 0
  return { filesDone, fraction, secondsLeft: filesDone < files ? pace.secondsLeft : null }
}
