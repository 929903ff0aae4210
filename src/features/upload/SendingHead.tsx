import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { count, formatBytes, formatDuration, formatNumber, formatRate } from '../../ui/format.ts'
import { Between, Buttons } from '../../ui/layout.ts'
import { BatchBar } from './BatchBar.ts'
import { batchProgress } from './batchProgress.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { mayAskToNotify } from './laptopLife.ts'
import { QuietButton } from './QuietButton.tsx'
import { selectBatch } from './queueSlice.ts'
import { continueRequested, pauseRequested } from './uploadEvents.ts'
import { selectUpload, step, type UploadState } from './uploadSlice.ts'

/** Above files that are being sent: how far all of them are, and what may be done meanwhile. */
export function SendingHead() {
  const upload = useAppSelector(selectUpload)
  const { paused, connectionLost } = upload
  const { files, filesDone, fraction, sent, pace } = useSent()
  const isWaiting = connectionLost && !paused
  const isPreparing = upload.step === step.processing && !paused && !connectionLost
  return (
    <Whole>
      <Between className="top">
        <div>
          <Typography variant="h3" component="h2">
            {headingOf(upload, fraction === 1)}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {`${formatNumber(filesDone)} of ${count(files, 'file')}`}
          </Typography>
        </div>
        <Steering />
      </Between>
      <BatchBar
        aria-label="Upload progress"
        variant={isPreparing ? 'indeterminate' : 'determinate'}
        value={fraction * 100}
      />
      <Between className="figures">
        <span>{sent}</span>
        <span>{fraction === 1 || paused || connectionLost ? '' : pace}</span>
      </Between>
      <Typography variant="body2" color={connectionLost ? 'textPrimary' : 'textSecondary'} className="note">
        {isWaiting
          ? 'The server cannot be reached. Nothing is lost: the upload goes on by itself as soon as it can.'
          : 'Please keep this page open: your files are encrypted here while they are sent.'}
      </Typography>
      <Notify />
    </Whole>
  )
}

function useSent() {
  const batch = useAppSelector(selectBatch)
  const { filesDone, fraction, secondsLeft } = batchProgress(batch)
  const { bytesPerSecond } = batch.pace
  const pace = [
    bytesPerSecond !== null && formatRate(bytesPerSecond),
    secondsLeft !== null && `${formatDuration(secondsLeft)} left`,
  ]
  return {
    files: batch.files,
    filesDone,
    fraction,
    sent: `${formatBytes(batch.sentBytes)} of ${formatBytes(batch.bytes)}`,
    pace: pace.filter(Boolean).join(' · '),
  }
}

function headingOf({ step: at, paused, connectionLost }: UploadState, isAllSent: boolean): string {
  if (paused) return 'Paused'
  if (connectionLost) return 'Waiting for the connection…'
  if (at === step.processing) return 'Processing…'
  return isAllSent ? 'Waiting for confirmation…' : 'Uploading…'
}

function Steering() {
  const dispatch = useAppDispatch()
  const { paused } = useAppSelector(selectUpload)
  const [asking, setAsking] = useState(false)
  return (
    <Buttons>
      <Button
        variant="outlined"
        autoFocus
        onClick={() => dispatch(paused ? continueRequested() : pauseRequested())}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <CancelDialog open={asking} onClose={() => setAsking(false)} />
    </Buttons>
  )
}

function Notify() {
  const [mayAsk, setMayAsk] = useState(mayAskToNotify)
  if (!mayAsk) return null
  return (
    <div className="notify">
      <QuietButton onClick={() => void Notification.requestPermission().finally(() => setMayAsk(false))}>
        Notify me when it is done
      </QuietButton>
    </div>
  )
}

const Whole = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  '& > .top': { alignItems: 'flex-start' },
  '& > .MuiLinearProgress-root': { margin: spacing(1.5, 0, 1) },
  '& > .figures': { ...typography.body2, color: vars.palette.text.secondary },
  '& > .note': { marginTop: spacing(1) },
  // Its text, not its edge, stands in line with the others.
  '& > .notify': { marginTop: spacing(1), marginLeft: spacing(-1.25) },
}))
