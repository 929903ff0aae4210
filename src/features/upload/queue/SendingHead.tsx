import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useServerState } from '../../../store/connectivityHooks.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { t } from '../../../../i18n/t.ts'
import { formatDuration, formatRate, shownBytes, nonBreaking } from '../../../../i18n/format.ts'
import { SpaceBetween, Buttons } from '../../../ui/theme/layout.ts'
import { tabularNumbers } from '../../../ui/theme/theme.ts'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { batchProgress } from '../sending/batchProgress.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { mayAskToNotify } from '../sending/uploadIndicators.ts'
import { selectBatch } from './queueSlice.ts'
import { continueRequested, pauseRequested } from '../uploadEvents.ts'
import { selectUpload, uploadStep, type UploadState } from '../uploadSlice.ts'

/** Heading of the queue during an upload: total progress and actions. */
export function SendingHead() {
  const upload = useAppSelector(selectUpload)
  const { paused, connectionLost } = upload
  const batch = useAppSelector(selectBatch)
  const { filesDone, fraction, secondsLeft } = batchProgress(batch)
  const { bytesPerSecond } = batch.pace
  const pace = [
    bytesPerSecond !== null && nonBreaking(formatRate(bytesPerSecond)),
    secondsLeft !== null && t('ui.timeLeft', { time: nonBreaking(formatDuration(secondsLeft)) }),
  ]
  const isReplaced = useServerState() === 'replaced'
  const isWaiting = connectionLost && !paused
  const isPreparing = upload.step === uploadStep.processing && !paused && !connectionLost
  return (
    <Container>
      <SpaceBetween className="top">
        <div>
          <Typography variant="h3" component="h2">
            {headingOf(upload, fraction === 1)}
          </Typography>
          <Explanation>{t('upload.doneOf', { done: filesDone, count: batch.files })}</Explanation>
        </div>
        <PauseAndCancelButtons />
      </SpaceBetween>
      <div className="total">{t('upload.percent', { percent: Math.floor(fraction * 100) })}</div>
      <LinearProgress
        aria-label={t('upload.progress')}
        variant={isPreparing ? 'indeterminate' : 'determinate'}
        value={fraction * 100}
      />
      <SpaceBetween className="figures">
        <span>
          {t('upload.bytesOf', { sent: shownBytes(batch.sentBytes), bytes: shownBytes(batch.bytes) })}
        </span>
        <span>{fraction === 1 || paused || connectionLost ? '' : pace.filter(Boolean).join(' · ')}</span>
      </SpaceBetween>
      <Typography variant="body2" color={connectionLost ? 'textPrimary' : 'textSecondary'} className="note">
        {t(!isWaiting ? 'upload.keepOpen' : isReplaced ? 'upload.goesOn' : 'upload.unreachable')}
      </Typography>
      <NotifyButton />
    </Container>
  )
}

function headingOf({ step, paused, connectionLost }: UploadState, isAllSent: boolean): string {
  if (paused) return t('upload.paused')
  if (connectionLost) return t('upload.waiting')
  if (step === uploadStep.processing) return t('upload.processing')
  return t(isAllSent ? 'upload.confirming' : 'upload.uploading')
}

function PauseAndCancelButtons() {
  const dispatch = useAppDispatch()
  const { paused } = useAppSelector(selectUpload)
  const [asking, setAsking] = useState(false)
  return (
    <Buttons>
      <Button autoFocus onClick={() => dispatch(paused ? continueRequested() : pauseRequested())}>
        {t(paused ? 'upload.resume' : 'upload.pause')}
      </Button>
      <Button onClick={() => setAsking(true)}>{t('ui.cancel')}</Button>
      <CancelDialog open={asking} onClose={() => setAsking(false)} />
    </Buttons>
  )
}

function NotifyButton() {
  const [mayAsk, setMayAsk] = useState(mayAskToNotify)
  if (!mayAsk) return null
  return (
    <div className="notify">
      <Button
        variant="text"
        size="small"
        onClick={() => void Notification.requestPermission().finally(() => setMayAsk(false))}
      >
        {t('upload.notify')}
      </Button>
    </div>
  )
}

const Container = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  '& > .top': { alignItems: 'flex-start', flexWrap: 'wrap', rowGap: spacing(1) },
  '& > .top > :first-of-type': { flex: '1 0 auto', maxWidth: '100%' },
  '& > .total': { ...typography.h1, ...tabularNumbers, marginTop: spacing(1.5) },
  '& > .MuiLinearProgress-root': { height: 8, margin: spacing(0.75, 0, 1), borderRadius: 4 },
  '& > .figures': { ...typography.body2, color: vars.palette.text.secondary },
  '& > .note': { marginTop: spacing(1) },
  // Align the text of the button, not its edge, with the lines above.
  '& > .notify': { marginTop: spacing(1), marginLeft: spacing(-1.25) },
}))
