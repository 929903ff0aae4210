import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAppSelector } from '../../../store/hooks.ts'
import { useIsOffline } from '../../../store/connectivityHooks.ts'
import { t } from '../../../../i18n/t.ts'
import { shownBytes } from '../../../../i18n/format.ts'
import { StatusText } from '../../../ui/messages/StatusText.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { limitMessage } from '../sending/batchOutcome.ts'
import { capacityWarningId, selectExceedsCapacity } from './QueueButtons.tsx'
import { selectCounts, selectQueue, selectRefusedCount } from './queueSlice.ts'
import { selectUpload, uploadStep } from '../uploadSlice.ts'

/** Heading of the queue outside an upload, with the buttons beside it where there is room. */
export function WaitingHead({ children }: { children?: ReactNode }) {
  const { counts, bytes, pendingInFolders } = useAppSelector(selectQueue)
  const { pending, error, success } = counts
  const offline = useIsOffline()
  const isOverCapacity = useAppSelector(selectExceedsCapacity)
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
          <span className="size">{`· ${shownBytes(bytes)}`}</span>
        </Typography>
        {offline && pending + error > 0 && (
          <Explanation role="status">{t('upload.offlineQueue')}</Explanation>
        )}
        {pendingInFolders > 0 && <Explanation>{t('upload.linksNotSent')}</Explanation>}
        {isOverCapacity && (
          <Typography variant="body2" component="div" id={capacityWarningId}>
            <StatusText tone="attention">{t('upload.moreThanRoom')}</StatusText>
          </Typography>
        )}
      </div>
      {error > 0 && <OutcomeSummary />}
      {children}
    </Container>
  )
}

function OutcomeSummary() {
  const { pending, error } = useAppSelector(selectCounts)
  const { step, lastOutcome, remainingCapacity } = useAppSelector(selectUpload)
  const refused = useAppSelector(selectRefusedCount)
  const parts = [
    lastOutcome !== null &&
      lastOutcome.succeeded > 0 &&
      t('upload.sentCount', { count: lastOutcome.succeeded }),
    refused > 0 && t('upload.refusedCount', { count: refused }),
    error > refused && t('upload.failedCount', { count: error - refused }),
    pending > 0 && t('upload.pendingCount', { count: pending }),
  ]
  return (
    <div role="alert" className="outcome">
      <Typography variant="body2" component="div">
        <StatusText tone="attention">{parts.filter(Boolean).join(', ')}</StatusText>
      </Typography>
      {step === uploadStep.finishedWithErrors && (
        <Explanation>
          {(lastOutcome && limitMessage(lastOutcome, remainingCapacity)) ?? t('upload.checkStatuses')}
        </Explanation>
      )}
    </div>
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
