import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { useOffline } from '../../store/reach.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatBytes } from '../../../i18n/format.ts'
import { Buttons } from '../../ui/layout.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { Explanation } from '../../ui/Explanation.tsx'
import { fullMessage } from './batchOutcome.ts'
import { removalText } from './lossTexts.ts'
import { queueActions } from './queueActions.ts'
import { refusedCount, selectArrived, selectCounts, selectQueue } from './queueSlice.ts'
import { exceedsCapacity } from './capacityText.ts'
import { refusedFilesRemoved, retryRequested, uploadRequested, waitingFilesRemoved } from './uploadEvents.ts'
import { selectUpload, step } from './uploadSlice.ts'

/** Heading of the queue outside an upload. `reading` is true while files are being added. */
export function WaitingHead({ reading }: { reading: boolean }) {
  const { pending, error, success } = useAppSelector(selectCounts)
  const bytes = useAppSelector((state) => selectQueue(state).bytes)
  const pendingInFolders = useAppSelector((state) => selectQueue(state).pendingInFolders)
  const offline = useOffline()
  const isOverCapacity = useExceedsCapacity()
  const capacityId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed 'Cancel' button is gone, so move the focus here instead of losing it.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Container>
      <div>
        <Typography variant="h3" component="h2" ref={heading} tabIndex={-1}>
          {t('upload.files', { count: pending + error + success })}{' '}
          <span className="size">{`· ${formatBytes(bytes)}`}</span>
        </Typography>
        {offline && pending + error > 0 && (
          <Explanation role="status">{t('upload.offlineQueue')}</Explanation>
        )}
        {pendingInFolders > 0 && (
          <Typography variant="body2" color="textSecondary">
            {t('upload.linksNotSent')}
          </Typography>
        )}
        {isOverCapacity && (
          <Typography variant="body2" component="div" id={capacityId}>
            <StatusText tone="attention">{t('upload.moreThanRoom')}</StatusText>
          </Typography>
        )}
      </div>
      {error > 0 && <Outcome />}
      <Actions reading={reading} describedBy={isOverCapacity ? capacityId : undefined} />
    </Container>
  )
}

/** Outcome of the batch, with the counts first. */
function Outcome() {
  const { pending, error } = useAppSelector(selectCounts)
  const { step: at, ended, remainingCapacity } = useAppSelector(selectUpload)
  const refused = useRefused()
  const parts = [
    ended !== null && ended.succeeded > 0 && t('upload.sentCount', { count: ended.succeeded }),
    refused > 0 && t('upload.refusedCount', { count: refused }),
    error > refused && t('upload.failedCount', { count: error - refused }),
    pending > 0 && t('upload.pendingCount', { count: pending }),
  ]
  return (
    <div role="alert" className="outcome">
      <Typography variant="body2" component="div">
        <StatusText tone="attention">{parts.filter(Boolean).join(', ')}</StatusText>
      </Typography>
      {at === step.finishedWithErrors && (
        <Explanation>
          {(ended && fullMessage(ended, remainingCapacity)) ?? t('upload.checkStatuses')}
        </Explanation>
      )}
    </div>
  )
}

/** Returns the number of files that no retry can send. */
function useRefused(): number {
  const queue = useAppSelector(selectQueue)
  return useMemo(() => refusedCount(queue), [queue])
}

function useExceedsCapacity(): boolean {
  const remainingCapacity = useAppSelector((state) => selectUpload(state).remainingCapacity)
  const files = useAppSelector((state) => selectQueue(state).counts.pending)
  const bytes = useAppSelector((state) => selectQueue(state).pendingBytes)
  const arrivedBytes = useAppSelector((state) => selectQueue(state).arrived.bytes)
  return remainingCapacity !== null && exceedsCapacity(remainingCapacity, { files, bytes, arrivedBytes })
}

function Actions({ reading, describedBy }: { reading: boolean; describedBy: string | undefined }) {
  const dispatch = useAppDispatch()
  const { pending, error } = useAppSelector(selectCounts)
  const refused = useRefused()
  const offline = useOffline()
  const actions = queueActions({ pending, error, refused })
  const buttons = {
    removeRefused: {
      text: t('upload.removeRefused', { count: refused }),
      disabled: reading,
      onClick: () => dispatch(refusedFilesRemoved()),
    },
    retry: {
      text: t('upload.retryFailed'),
      disabled: reading || offline,
      onClick: () => dispatch(retryRequested()),
    },
    upload: {
      text: t('upload.uploadFiles', { count: pending }),
      disabled: reading || offline,
      'aria-describedby': describedBy,
      onClick: () => dispatch(uploadRequested()),
    },
  }
  return (
    <PrimaryFirst>
      {actions.map((action) => {
        if (action === 'removeAll') return <RemoveAll key={action} disabled={reading} />
        const { text, ...button } = buttons[action]
        return (
          <Button key={action} variant={action === actions.at(-1) ? 'contained' : 'outlined'} {...button}>
            {text}
          </Button>
        )
      })}
    </PrimaryFirst>
  )
}

/** Removes all files, after a question if part of them is already on the server. */
function RemoveAll({ disabled }: { disabled: boolean }) {
  const dispatch = useAppDispatch()
  const arrived = useAppSelector(selectArrived)
  const [asking, setAsking] = useState(false)
  const remove = () => dispatch(waitingFilesRemoved())
  return (
    <>
      <Button
        variant="text"
        className="quiet"
        size="small"
        color="inherit"
        disabled={disabled}
        onClick={() => (arrived.bytes > 0 ? setAsking(true) : remove())}
      >
        {t('upload.removeAll')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('upload.removeAllQuestion')}
        confirmLabel={t('ui.remove')}
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

const Container = styled('div')(({ theme: { vars, spacing, breakpoints } }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: spacing(1.5),
  [breakpoints.up('sm')]: {
    flexFlow: 'row wrap',
    alignItems: 'center',
    '& > .outcome': { order: 1, flexBasis: '100%' },
  },
  '& .size': { color: vars.palette.text.secondary, fontWeight: 450 },
}))

/** Places the primary button on its own line above the others on phones. */
const PrimaryFirst = styled(Buttons)(({ theme: { vars, spacing, breakpoints } }) => ({
  alignItems: 'center',
  '&:empty': { display: 'none' },
  '& > .quiet': { color: vars.palette.text.secondary },
  [breakpoints.down('sm')]: {
    // Align the text of the button, not its edge, with the rest.
    '& > .quiet': { marginInlineStart: spacing(-1.25) },
    '& > :not(.quiet)': { flex: '1 1 auto' },
    '& > :last-child': { order: -1, flexBasis: '100%' },
  },
}))
