import { useAppSelector } from '../../../store/hooks.ts'
import type { RootState } from '../../../store/store.ts'
import { t } from '../../../../i18n/t.ts'
import { visuallyHidden } from '../../../ui/theme/visuallyHidden.ts'
import { failedCount } from './batchOutcome.ts'
import { batchProgress } from './batchProgress.ts'
import { selectBatch } from '../queue/queueSlice.ts'
import { selectIsSending, selectUpload } from '../uploadSlice.ts'

/** Returns the progress of an upload, in quarters, or its outcome, for screen readers. */
export function announcementText(state: RootState): string {
  const { lastOutcome, cancelled, paused, connectionLost } = selectUpload(state)
  if (selectIsSending(state)) {
    if (paused) return t('upload.saidPaused')
    if (connectionLost) return t('upload.saidWaiting')
    const quarter = Math.floor(batchProgress(selectBatch(state)).fraction * 4) * 25
    return t('upload.saidUploading', { count: selectBatch(state).files, percent: quarter })
  }
  if (cancelled) return t('upload.saidCancelled')
  return lastOutcome
    ? t('upload.saidEnded', { stored: lastOutcome.succeeded, failed: String(failedCount(lastOutcome)) })
    : ''
}

export const Announcements = () => (
  <div role="status" style={visuallyHidden}>
    {useAppSelector(announcementText)}
  </div>
)
