import { chunkBytes, tagBytes } from '../../../../contract/limits.ts'
import { t } from '../../../../i18n/t.ts'
import { shownBytes } from '../../../../i18n/format.ts'
import type { QueueState } from '../queue/queue.ts'

/** Returns the maximum sealed size of so many files with so many bytes together. */
const maxSealedBytes = (bytes: number, files: number): number =>
  bytes + tagBytes * (Math.ceil(bytes / chunkBytes) + files)

/** Bytes that have arrived are part of the pending ones, and count as used on the server. */
type WaitingTotals = Pick<QueueState, 'counts' | 'pendingBytes' | 'arrived'>

/** True if the waiting files, sealed, can exceed the capacity; other uploads may free some of it before. */
export const exceedsCapacity = (
  remainingCapacity: number,
  { counts: { pending }, pendingBytes, arrived }: WaitingTotals,
): boolean => pending > 0 && maxSealedBytes(pendingBytes, pending) - arrived.bytes > remainingCapacity

/** Returns what the link still takes if that is little, or less than what waits; null otherwise. */
export function capacityText(
  remainingCapacity: number,
  maxFileBytes: number,
  waiting: WaitingTotals,
): { severity: 'warning' | 'info'; text: string } | null {
  if (remainingCapacity === 0) return { severity: 'warning', text: t('upload.full') }
  const left = shownBytes(remainingCapacity)
  if (exceedsCapacity(remainingCapacity, waiting))
    return {
      severity: 'warning',
      text: t('upload.tooMuch', { bytes: shownBytes(waiting.pendingBytes), left }),
    }
  return remainingCapacity < maxFileBytes ? { severity: 'info', text: t('upload.takesMore', { left }) } : null
}
