import { useAppSelector } from '../../store/hooks.ts'
import { count } from '../../ui/format.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { failedCount } from './batchOutcome.ts'
import { batchProgress } from './batchProgress.ts'
import { selectBatch } from './queueSlice.ts'
import { selectIsSending, selectUpload } from './uploadSlice.ts'

/** For screen readers: how far the upload is, in quarters, and how it ended. */
export function Announcements() {
  const text = useAppSelector((state) => {
    const { ended, cancelled, paused, connectionLost } = selectUpload(state)
    if (selectIsSending(state)) {
      if (paused) return 'Upload paused'
      if (connectionLost) return 'Waiting for the connection'

      const quarter = Math.floor(batchProgress(selectBatch(state)).fraction * 4) * 25
      return `Uploading ${count(selectBatch(state).files, 'file')}: ${quarter} percent`
    }
    if (cancelled) return 'Upload cancelled'
    if (ended) return `${count(ended.succeeded, 'file')} stored, ${failedCount(ended)} failed`
    return ''
  })
  return (
    <div role="status" style={visuallyHidden}>
      {text}
    </div>
  )
}
