import { failedCount } from './batchOutcome.ts'
import type { Batch } from './queue.ts'

export interface BatchProgress {
  /** Files that have ended, well or not. */
  filesDone: number
  /** 0 to 1. */
  fraction: number
  /** Null while nobody can say. */
  secondsLeft: number | null
}

export function batchProgress(batch: Batch): BatchProgress {
  const { files, bytes, sentBytes, pace, succeeded } = batch
  const filesDone = succeeded + failedCount(batch)
  // A batch of empty files has no bytes to measure by.
  const fraction = bytes > 0 ? Math.min(1, sentBytes / bytes) : files > 0 ? filesDone / files : 0
  return { filesDone, fraction, secondsLeft: filesDone < files ? pace.secondsLeft : null }
}
