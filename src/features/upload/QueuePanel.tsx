import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { useOffline } from '../../store/reach.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { count, formatBytes, formatDuration, formatNumber, formatRate } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { batchProgress } from './batchProgress.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { mayAskToNotify } from './laptopLife.ts'
import { QueueList } from './QueueList.tsx'
import { removalText } from './lossTexts.ts'
import { selectArrived, selectBatch, selectCounts, selectQueue } from './queueSlice.ts'
import {
  continueRequested,
  pauseRequested,
  retryRequested,
  uploadRequested,
  waitingFilesRemoved,
} from './uploadEvents.ts'
import { selectIsSending, selectUpload, step } from './uploadSlice.ts'

/** What is to be sent, is being sent, or has just been sent: one total, what can be done, and a line a file. */
export function QueuePanel({ reading }: { reading: boolean }) {
  const sending = useAppSelector(selectIsSending)
  return (
    <Panel sx={{ p: '0 !important', overflow: 'hidden' }}>
      {sending ? <SendingHead /> : <WaitingHead reading={reading} />}
      <QueueList />
    </Panel>
  )
}

function Head({ children }: { children: ReactNode }) {
  return <Box sx={{ px: { xs: 2, sm: 3 }, py: 2 }}>{children}</Box>
}

function WaitingHead({ reading }: { reading: boolean }) {
  const dispatch = useAppDispatch()
  const counts = useAppSelector(selectCounts)
  const bytes = useAppSelector((state) => selectQueue(state).bytes)
  const { pending, error, success } = counts
  const offline = useOffline()
  const arrived = useAppSelector(selectArrived)
  const [asking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // Whoever pressed 'Cancel', which is gone now, is not sent back to the top of the page.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  const total = pending + error + success
  return (
    <Head>
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 1.5, justifyContent: 'space-between', alignItems: { sm: 'center' } }}
      >
        <Box>
          <Typography variant="h3" component="h2" ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
            {count(total, 'file')}{' '}
            <Box
              component="span"
              sx={{ color: 'text.secondary', fontWeight: 450 }}
            >{`· ${formatBytes(bytes)}`}</Box>
          </Typography>
          {offline && pending + error > 0 && (
            <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
              You are offline. The upload can begin as soon as the server answers.
            </Typography>
          )}
          {error > 0 && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[`${formatNumber(error)} failed`, pending > 0 && `${formatNumber(pending)} pending`]
                .filter(Boolean)
                .join(', ')}
            </Typography>
          )}
        </Box>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', ...primaryFirst }}>
          {pending + error > 0 && (
            <Button
              color="inherit"
              disabled={reading}
              onClick={() => (arrived.bytes > 0 ? setAsking(true) : dispatch(waitingFilesRemoved()))}
            >
              Remove all
            </Button>
          )}
          {error > 0 && (
            <Button
              variant={pending > 0 ? 'outlined' : 'contained'}
              disabled={reading || offline}
              onClick={() => dispatch(retryRequested())}
            >
              Retry failed
            </Button>
          )}
          {pending > 0 && (
            <Button
              variant="contained"
              disabled={reading || offline}
              onClick={() => dispatch(uploadRequested())}
            >
              {`Upload ${count(pending, 'file')}`}
            </Button>
          )}
        </Stack>
      </Stack>
      <ConfirmDialog
        open={asking}
        title="Remove all files from the list?"
        confirmLabel="Remove"
        destructive
        onConfirm={() => {
          setAsking(false)
          dispatch(waitingFilesRemoved())
        }}
        onCancel={() => setAsking(false)}
      >
        {removalText(arrived)}
      </ConfirmDialog>
    </Head>
  )
}

/** On a phone the next action has a line of its own, above the others. */
const primaryFirst = {
  '& > *': { flex: { xs: '1 1 auto', sm: 'none' } },
  '& > :last-child': { order: { xs: -1, sm: 0 }, flexBasis: { xs: '100%', sm: 'auto' } },
}

function SendingHead() {
  const dispatch = useAppDispatch()
  const batch = useAppSelector(selectBatch)
  const { step: at, paused, connectionLost } = useAppSelector(selectUpload)
  const [mayAsk, setMayAsk] = useState(mayAskToNotify)
  const [asking, setAsking] = useState(false)
  const { filesDone, fraction, secondsLeft } = batchProgress(batch)
  const sent = `${formatBytes(batch.sentBytes)} of ${formatBytes(batch.bytes)}`
  const pace = [
    batch.pace.bytesPerSecond !== null && formatRate(batch.pace.bytesPerSecond),
    secondsLeft !== null && `${formatDuration(secondsLeft)} left`,
  ].filter(Boolean)
  const finishing = fraction === 1
  const heading = paused
    ? 'Paused'
    : connectionLost
      ? 'Waiting for the connection…'
      : at === step.processing
        ? 'Processing…'
        : finishing
          ? 'Waiting for confirmation…'
          : 'Uploading…'
  return (
    <Head>
      <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h3" component="h2">
            {heading}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {`${formatNumber(filesDone)} of ${count(batch.files, 'file')}`}
          </Typography>
        </Box>
        <Stack direction="row" sx={{ gap: 1 }}>
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
        </Stack>
      </Stack>
      <CancelDialog open={asking} onClose={() => setAsking(false)} />
      <LinearProgress
        aria-label="Upload progress"
        variant={at === step.processing && !paused && !connectionLost ? 'indeterminate' : 'determinate'}
        value={fraction * 100}
        sx={{ height: 6, borderRadius: 3, mt: 1.5, mb: 1 }}
      />
      <Stack
        direction="row"
        sx={{ gap: 2, justifyContent: 'space-between', fontSize: '0.875rem', color: 'text.secondary' }}
      >
        <span>{sent}</span>
        <span>{finishing || paused || connectionLost ? '' : pace.join(' · ')}</span>
      </Stack>
      <Typography variant="body2" sx={{ mt: 1, ...(!connectionLost && { color: 'text.secondary' }) }}>
        {connectionLost && !paused
          ? 'The server cannot be reached. Nothing is lost: the upload goes on by itself as soon as it can.'
          : 'Please keep this page open: your files are encrypted here while they are sent.'}
      </Typography>
      {mayAsk && (
        <Button
          size="small"
          color="inherit"
          sx={{ mt: 1, ml: -1.25, color: 'text.secondary' }}
          onClick={() => void Notification.requestPermission().finally(() => setMayAsk(false))}
        >
          Notify me when it is done
        </Button>
      )}
    </Head>
  )
}
