import type { Fault, FaultCode } from '../../../../core/faults/fault.ts'
import type { Severity } from '../../../store/notifications.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { shownBytes } from '../../../../i18n/format.ts'

export interface BatchOutcome {
  files: number
  succeeded: number
  /** Plaintext bytes of the stored files. */
  storedBytes: number
  /** Files that failed before any of their bytes were sent. */
  failedProcessing: number
  /** Files whose request failed; `requestFault` is the first reason. */
  failedRequest: number
  requestFault: Fault | null
  failedServer: number
  /** Files that were sent, but are missing in the server's response. */
  unreported: number
}

export const emptyOutcome = (files = 0): BatchOutcome => ({
  files,
  succeeded: 0,
  storedBytes: 0,
  failedProcessing: 0,
  failedRequest: 0,
  requestFault: null,
  failedServer: 0,
  unreported: 0,
})

/** Faults after which no further file is begun: the link or its server takes nothing more. */
const limitFaults: ReadonlySet<FaultCode> = new Set(['linkQuota', 'outOfSpace', 'linkInvalid'])

/**
 * Returns the message of a batch that ended with one of these faults; null otherwise.
 * @param remainingCapacity bytes that the link still takes; null if unknown or unlimited
 */
export function limitMessage(
  { requestFault, succeeded }: BatchOutcome,
  remainingCapacity: number | null,
): string | null {
  if (!requestFault || !limitFaults.has(requestFault.code)) return null
  const remaining =
    requestFault.code === 'linkQuota' && remainingCapacity
      ? ` ${t('upload.roomAfterRefusal', { left: shownBytes(remainingCapacity) })}`
      : ''
  return `${faultText(requestFault)}${remaining} ${t(succeeded > 0 ? 'upload.storedAndRest' : 'upload.allWait')}`
}

export const failedCount = (outcome: BatchOutcome): number =>
  outcome.failedProcessing + outcome.failedRequest + outcome.failedServer + outcome.unreported

export function outcomeMessage(outcome: BatchOutcome): { severity: Severity; text: string } {
  const { files, succeeded, failedProcessing, failedServer, unreported } = outcome
  const failed = failedCount(outcome)
  if (files > 0 && failedProcessing === files)
    return { severity: 'error', text: t('upload.allFailedProcessing') }
  if (succeeded + failed === 0) return { severity: 'error', text: t('upload.nothingProcessed') }
  if (succeeded === 0 && outcome.requestFault && failedServer + unreported === 0) {
    return { severity: 'error', text: t('upload.callFailedFor', { reason: faultText(outcome.requestFault) }) }
  }
  if (unreported > 0 && failed === unreported) {
    const text = succeeded > 0 ? t('upload.someConfirmed', { count: succeeded }) : t('upload.noneReported')
    return { severity: 'warning', text }
  }
  if (failed > 0) return { severity: 'warning', text: t('upload.someSucceeded', { succeeded, failed }) }
  return { severity: 'success', text: t('upload.allSucceeded', { count: succeeded }) }
}
