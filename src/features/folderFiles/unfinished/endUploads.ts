import type { UnfinishedUpload } from '../../../../contract/schemas/folders.ts'
import { serverNow } from '../../../api/serverClock.ts'
import type { Fault } from '../../../../core/faults/fault.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import type { Severity } from '../../../store/notifications.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { shownBytes } from '../../../../i18n/format.ts'

export interface EndUploadsResult {
  ended: number
  /** Number of uploads that had become files meanwhile. */
  finished: number
  /** Number of uploads that had ended or expired before. */
  gone: number
  /** Number of uploads that are unchanged because of the failure. */
  left: number
  failure: Fault | null
}

/** Number of concurrent requests, which leaves connections for others. */
const concurrency = 4

/** Ends uploads, several at a time. Stops after a failure that is not specific to one upload. */
export async function endUploads(
  ids: readonly string[],
  endUpload: (id: string) => Promise<unknown>,
  onProgress: (endedCount: number) => void,
): Promise<EndUploadsResult> {
  const result: EndUploadsResult = { ended: 0, finished: 0, gone: 0, left: 0, failure: null }
  const remaining = ids.values()
  const work = async () => {
    for (const id of remaining) {
      if (result.failure) return
      try {
        await endUpload(id)
        result.ended++
      } catch (error) {
        const failure = faultOf(error)
        if (failure.code === 'uploadConfirmed') result.finished++
        else if (failure.code === 'uploadUnknown') result.gone++
        else result.failure ??= failure
      }
      onProgress(result.ended + result.finished + result.gone)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { ...result, left: ids.length - result.ended - result.finished - result.gone }
}

export function endUploadsMessage({ ended, finished, gone, left, failure }: EndUploadsResult): {
  severity: Severity
  text: string
} {
  const text = [
    failure && left > 0 && t('files.notEnded', { count: left, reason: faultText(failure) }),
    ended > 0 && t('files.ended', { count: ended }),
    finished > 0 && t('files.finishedMeanwhile', { count: finished }),
    gone > 0 && t('files.endedBefore', { count: gone }),
  ]
  const severity = failure ? 'error' : ended > 0 ? 'success' : 'info'
  return { severity, text: text.filter(Boolean).join(' ') }
}

export const sumOfBytes = (
  uploads: readonly UnfinishedUpload[],
  field: 'arrived_bytes' | 'announced_bytes',
) => uploads.reduce((sum, upload) => sum + upload[field], 0)

/** An upload may still be running for as long as the server reserves storage for it. */
const reservationMs = 10 * 60 * 1000

const mayBeRunning = ({ last_part_at }: UnfinishedUpload, now: number): boolean =>
  last_part_at !== null && now - Date.parse(last_part_at) < reservationMs

export function endUploadsConsequences(uploads: readonly UnfinishedUpload[], now = serverNow()): string[] {
  const arrived = sumOfBytes(uploads, 'arrived_bytes')
  const running = uploads.filter((upload) => mayBeRunning(upload, now)).length
  const isOne = uploads.length === 1
  return [
    arrived > 0 ? t('files.arrivedIsRemoved', { bytes: shownBytes(arrived) }) : t('files.nothingArrived'),
    running === 0 ? '' : isOne ? t('files.oneOnItsWay') : t('files.someOnTheirWay', { count: running }),
    t('files.sentAgain', { count: uploads.length }),
  ].filter((text) => text !== '')
}
