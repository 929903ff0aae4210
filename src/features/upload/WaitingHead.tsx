import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { useOffline } from '../../store/reach.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { count, formatBytes, formatNumber } from '../../ui/format.ts'
import { Buttons } from '../../ui/layout.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { removalText } from './lossTexts.ts'
import { selectArrived, selectCounts, selectQueue } from './queueSlice.ts'
import { isTooMuch } from './roomText.ts'
import { retryRequested, uploadRequested, waitingFilesRemoved } from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'

/** Above files that wait, failed, or are stored: how many, and how to begin. `reading`: more are being added. */
export function WaitingHead({ reading }: { reading: boolean }) {
  const { pending, error, success } = useAppSelector(selectCounts)
  const bytes = useAppSelector((state) => selectQueue(state).bytes)
  const offline = useOffline()
  const tooMuch = useIsTooMuch()
  const roomId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // Whoever pressed 'Cancel', which is gone now, is not sent back to the top of the page.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Whole>
      <div>
        <Typography variant="h3" component="h2" ref={heading} tabIndex={-1}>
          {count(pending + error + success, 'file')} <span className="size">{`· ${formatBytes(bytes)}`}</span>
        </Typography>
        {offline && pending + error > 0 && (
          <Typography variant="body2" role="status" color="textSecondary">
            You are offline. The upload can begin as soon as the server answers.
          </Typography>
        )}
        {tooMuch && (
          <Typography variant="body2" component="div" id={roomId}>
            <StatusText tone="attention">More than this link has room for</StatusText>
          </Typography>
        )}
        {error > 0 && (
          <Typography variant="body2" color="textSecondary">
            {[`${formatNumber(error)} failed`, pending > 0 && `${formatNumber(pending)} pending`]
              .filter(Boolean)
              .join(', ')}
          </Typography>
        )}
      </div>
      <Actions reading={reading} describedBy={tooMuch ? roomId : undefined} />
    </Whole>
  )
}

function useIsTooMuch(): boolean {
  const roomLeft = useAppSelector((state) => selectUpload(state).roomLeft)
  const files = useAppSelector((state) => selectQueue(state).counts.pending)
  const bytes = useAppSelector((state) => selectQueue(state).pendingBytes)
  const arrivedBytes = useAppSelector((state) => selectQueue(state).arrived.bytes)
  return roomLeft !== null && isTooMuch(roomLeft, { files, bytes, arrivedBytes })
}

function Actions({ reading, describedBy }: { reading: boolean; describedBy: string | undefined }) {
  const dispatch = useAppDispatch()
  const { pending, error } = useAppSelector(selectCounts)
  const offline = useOffline()
  return (
    <PrimaryFirst>
      {pending + error > 0 && <RemoveAll disabled={reading} />}
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
          aria-describedby={describedBy}
          onClick={() => dispatch(uploadRequested())}
        >
          {`Upload ${count(pending, 'file')}`}
        </Button>
      )}
    </PrimaryFirst>
  )
}

/** Asks where something of the files has arrived. */
function RemoveAll({ disabled }: { disabled: boolean }) {
  const dispatch = useAppDispatch()
  const arrived = useAppSelector(selectArrived)
  const [asking, setAsking] = useState(false)
  const remove = () => dispatch(waitingFilesRemoved())
  return (
    <>
      <Button
        color="inherit"
        disabled={disabled}
        onClick={() => (arrived.bytes > 0 ? setAsking(true) : remove())}
      >
        Remove all
      </Button>
      <ConfirmDialog
        open={asking}
        title="Remove all files from the list?"
        confirmLabel="Remove"
        destructive
        onConfirm={() => {
          setAsking(false)
          remove()
        }}
        onCancel={() => setAsking(false)}
      >
        {removalText(arrived)}
      </ConfirmDialog>
    </>
  )
}

const Whole = styled('div')(({ theme: { vars, spacing, breakpoints } }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: spacing(1.5),
  [breakpoints.up('sm')]: { flexDirection: 'row', alignItems: 'center' },
  '& .size': { color: vars.palette.text.secondary, fontWeight: 450 },
}))

/** On a phone the next action has a line of its own, above the others. */
const PrimaryFirst = styled(Buttons)(({ theme: { breakpoints } }) => ({
  [breakpoints.down('sm')]: {
    '& > *': { flex: '1 1 auto' },
    '& > :last-child': { order: -1, flexBasis: '100%' },
  },
}))
