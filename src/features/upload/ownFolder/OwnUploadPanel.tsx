import Stack from '@mui/material/Stack'
import { Suspense, useCallback, useEffect, useRef } from 'react'
import { faultText } from '../../../../i18n/errorText.ts'
import { invalidateFilesOf } from '../../../api/filesApi.ts'
import type { FileHandover } from '../../../first/incomingFiles.ts'
import { useUnlockedKey } from '../../../session/unlockedKey.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { ErrorBanner } from '../../../ui/messages/ErrorBanner.tsx'
import { lazyExport } from '../../../ui/lazy/lazyExport.ts'
import { Announcements } from '../sending/Announcements.tsx'
import { noRecipientText } from '../queue/failureTexts.ts'
import { isOwnUploadOver } from './isOwnUploadOver.ts'
import { leaveOwnPage, openOwnPage } from './ownPage.ts'
import type { OwnRecipient } from './ownRecipient.ts'
import { LeaveGuard } from '../sending/LeaveGuard.tsx'
import { selectCounts } from '../queue/queueSlice.ts'
import { uploadRequested } from '../uploadEvents.ts'
import { isSending, selectUpload, uploadStep, takesFiles } from '../uploadSlice.ts'
import { nothingLeftOut, useFileIntake } from '../intake/useFileIntake.ts'

const QueuePanel = lazyExport(() => import('../queue/QueuePanel.tsx'), 'QueuePanel')
const ResumePanel = lazyExport(() => import('../resume/ResumePanel.tsx'), 'ResumePanel')
const LeftOutNote = lazyExport(() => import('../intake/LeftOutNote.tsx'), 'LeftOutNote')

interface OwnUploadPanelProps {
  folderId: number
  recipient: OwnRecipient
  /** Files for this folder alone. */
  handover: FileHandover
  /** Called when the private key is locked and nothing of the upload is left. */
  onLocked: () => void
}

/** Sends what was handed over into a folder of one's own at once; shows only what is under way or went wrong. */
export function OwnUploadPanel({ folderId, recipient, handover, onLocked }: OwnUploadPanelProps) {
  const dispatch = useAppDispatch()
  const { keyFingerprint, originSecret, linkTag, privateNames } = recipient
  const open = useCallback(
    () => dispatch(openOwnPage(folderId, { keyFingerprint, originSecret, linkTag, privateNames })),
    [dispatch, folderId, keyFingerprint, originSecret, linkTag, privateNames],
  )
  useEffect(() => {
    open()
    return () => {
      dispatch(leaveOwnPage())
      handover.discardWaiting()
    }
  }, [dispatch, open, handover])

  const upload = useAppSelector(selectUpload)
  const { pending, error } = useAppSelector(selectCounts)
  const sending = isSending(upload)
  const intake = useFileIntake({
    handover,
    disabled: !takesFiles(upload),
    maxFileBytes: upload.maxFileBytes,
    onBegin: doNothing,
  })

  const isReading = intake.reading !== null
  const wasReading = useRef(false)
  useEffect(() => {
    if (wasReading.current && !isReading && pending > 0) dispatch(uploadRequested())
    wasReading.current = isReading
  }, [dispatch, isReading, pending])

  const { lastOutcome, cancelled } = upload
  useEffect(() => {
    if (lastOutcome === null && !cancelled) return
    dispatch(invalidateFilesOf(folderId))
  }, [dispatch, folderId, lastOutcome, cancelled])

  const isLocked = useUnlockedKey() === null
  const hasLeftOut = intake.leftOut !== nothingLeftOut
  const isOver = isOwnUploadOver({
    isSending: sending,
    // Read before the effects of this render, in which the intake takes waiting files.
    hasWaiting: handover.hasWaiting,
    isReading,
    isSearching: upload.interrupted?.searching ?? false,
    pending,
    failed: error,
    found: upload.interrupted?.found ?? 0,
    hasLeftOut,
  })
  useEffect(() => {
    if (isLocked && isOver) onLocked()
  }, [isLocked, isOver, onLocked])

  if (upload.step === uploadStep.fatal && upload.failure)
    return <ErrorBanner message={faultText(upload.failure)} onRetry={open} />
  // Stored files are in the list below.
  const hasQueue = sending || pending + error > 0
  return (
    <>
      <Announcements />
      <LeaveGuard active={sending} />
      <Stack spacing={1.5} sx={{ '&:empty': { display: 'none' } }}>
        {upload.step === uploadStep.keyFailed && upload.failure && (
          <Banner severity="error">{noRecipientText(upload.failure)}</Banner>
        )}
        <Suspense>
          {!sending && upload.interrupted && <ResumePanel />}
          {hasLeftOut && <LeftOutNote intake={intake} />}
          {hasQueue && <QueuePanel reading={isReading} />}
        </Suspense>
      </Stack>
    </>
  )
}

const doNothing = () => undefined
