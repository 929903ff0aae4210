import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { useIsOffline } from '../../../store/connectivityHooks.ts'
import type { RootState } from '../../../store/store.ts'
import { t } from '../../../../i18n/t.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Buttons } from '../../../ui/theme/layout.ts'
import { exceedsCapacity } from '../link/capacityText.ts'
import { removalText } from './lossTexts.ts'
import { selectArrivedTotals, selectCounts, selectQueue, selectRefusedCount } from './queueSlice.ts'
import { refusedFilesRemoved, retryRequested, uploadRequested, waitingFilesRemoved } from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'

/** Id of the text that the waiting files are more than the link takes. */
export const capacityWarningId = 'capacity-warning'

export function selectExceedsCapacity(state: RootState): boolean {
  const { remainingCapacity } = selectUpload(state)
  return remainingCapacity !== null && exceedsCapacity(remainingCapacity, selectQueue(state))
}

type QueueAction = 'removeAll' | 'removeRefused' | 'retry' | 'upload'

/**
 * Returns the actions on the queue in the order of their buttons, the primary one last.
 * @param isSentElsewhere true if the primary button, which also tries again, is another one of the page
 */
export function queueActions(
  files: { pending: number; error: number; refused: number },
  isSentElsewhere = false,
): QueueAction[] {
  const { pending, error, refused } = files
  if (pending + error === 0) return []
  const actions: QueueAction[] = ['removeAll']
  if (refused > 0 && refused < error) actions.push('removeRefused')
  if (error > 0 && !isSentElsewhere) actions.push('retry')
  // No retry can send any of them.
  if (refused > 0 && refused === error) actions.push('removeRefused')
  if (pending > 0 && !isSentElsewhere) actions.push('upload')
  return actions
}

export interface QueueButtonsProps {
  /** True while files are being added. */
  reading: boolean
  /** True if another button of the page sends the files. */
  isSentElsewhere?: boolean
}

/** Buttons of the queue outside an upload. */
export function QueueButtons({ reading, isSentElsewhere = false }: QueueButtonsProps) {
  const dispatch = useAppDispatch()
  const { pending, error } = useAppSelector(selectCounts)
  const refused = useAppSelector(selectRefusedCount)
  const offline = useIsOffline()
  const isOverCapacity = useAppSelector(selectExceedsCapacity)
  const actions = queueActions({ pending, error, refused }, isSentElsewhere)
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
      'aria-describedby': isOverCapacity ? capacityWarningId : undefined,
      onClick: () => dispatch(uploadRequested()),
    },
  }
  return (
    <PrimaryFirst>
      {actions.map((action) => {
        if (action === 'removeAll') return <RemoveAllButton key={action} disabled={reading} />
        const { text, ...button } = buttons[action]
        return (
          <Button
            key={action}
            variant={action === actions.at(-1) && !isSentElsewhere ? 'contained' : 'outlined'}
            {...button}
          >
            {text}
          </Button>
        )
      })}
    </PrimaryFirst>
  )
}

/** Removes all files, after a question if part of them is already on the server. */
function RemoveAllButton({ disabled }: { disabled: boolean }) {
  const dispatch = useAppDispatch()
  const arrived = useAppSelector(selectArrivedTotals)
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
