import { failedCount } from './batchOutcome.ts'
import type { BatchTotals } from '../queue/queue.ts'

/** Returns the number of ended files, the progress from 0 to 1, and the seconds left; null if unknown. */
export function batchProgress(batch: BatchTotals) {
  const { files, bytes, sentBytes, pace, succeeded } = batch
  const filesDone = succeeded + failedCount(batch)
  // A batch of empty files has no bytes to measure, so count its files.
  const fraction = bytes > 0 ? Math.min(1, sentBytes / bytes) : files > 0 ? filesDone / files : 0
  return { filesDone, fraction, secondsLeft: filesDone < files ? pace.secondsLeft : null }
}
