import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useMemo, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { useIsOffline } from '../../store/connectivity.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Buttons } from '../../ui/layout.ts'
import { exceedsCapacity } from './capacityText.ts'
import { removalText } from './lossTexts.ts'
import { queueActions } from './queueActions.ts'
import { refusedCount, selectArrived, selectCounts, selectQueue } from './queueSlice.ts'
import { refusedFilesRemoved, retryRequested, uploadRequested, waitingFilesRemoved } from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'

/** Id of the text that the waiting files are more than the link takes. */
export const capacityWarning = 'capacity-warning'

/** Returns the number of files that no retry can send. */
export function useRefusedCount(): number {
  const queue = useAppSelector(selectQueue)
  return useMemo(() => refusedCount(queue), [queue])
}

export function useExceedsCapacity(): boolean {
  const remainingCapacity = useAppSelector((state) => selectUpload(state).remainingCapacity)
  const files = useAppSelector((state) => selectQueue(state).counts.pending)
  const bytes = useAppSelector((state) => selectQueue(state).pendingBytes)
  const arrivedBytes = useAppSelector((state) => selectQueue(state).arrived.bytes)
  return remainingCapacity !== null && exceedsCapacity(remainingCapacity, { files, bytes, arrivedBytes })
}

/** Buttons of the queue outside an upload. `reading` is true while files are being added. */
export function QueueButtons({ reading }: { reading: boolean }) {
  const dispatch = useAppDispatch()
  const { pending, error } = useAppSelector(selectCounts)
  const refused = useRefusedCount()
  const offline = useIsOffline()
  const isOverCapacity = useExceedsCapacity()
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
      'aria-describedby': isOverCapacity ? capacityWarning : undefined,
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
