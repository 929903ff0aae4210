import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { t } from '../../../../i18n/t.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { batchProgress } from '../sending/batchProgress.ts'
import { lossTexts } from './lossTexts.ts'
import { selectBatch, selectInProgressCount } from './queueSlice.ts'
import { cancelRequested } from '../uploadEvents.ts'
import { isAtGate, selectUpload } from '../uploadSlice.ts'

/** Asks before cancelling, and says how much Pause would keep. The upload goes on meanwhile. */
export function CancelDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dispatch = useAppDispatch()
  const batch = useAppSelector(selectBatch)
  const begunFiles = useAppSelector(selectInProgressCount)
  const canPause = !useAppSelector((state) => isAtGate(selectUpload(state)))
  const loss = {
    storedFiles: batch.succeeded,
    arrivedBytes: Math.max(0, batch.sentBytes - batch.storedBytes),
    begunFiles,
    unsentFiles: Math.max(0, batch.files - batchProgress(batch).filesDone - begunFiles),
  }
  return (
    <ConfirmDialog
      open={open}
      title={t('upload.cancelQuestion')}
      confirmLabel={t('upload.cancelUpload')}
      cancelLabel={t('upload.keepUploading')}
      destructive
      onConfirm={() => dispatch(cancelRequested())}
      onCancel={onClose}
    >
      {lossTexts(loss).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {canPause && <p>{t('upload.ratherPause')}</p>}
    </ConfirmDialog>
  )
}
