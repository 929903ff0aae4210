import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useMemo, useRef } from 'react'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { t } from '../../../../i18n/t.ts'
import { formatTimeOfDay, shownBytes, splitDateTime } from '../../../../i18n/format.ts'
import { firstExpiry } from '../../../../core/upload/storedAs.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { StepMark } from '../../../ui/values/StepMark.tsx'
import { appUploadService } from '../sending/appUploadService.ts'
import type { BatchOutcome } from '../sending/batchOutcome.ts'
import { MailConfirmationButton } from './MailConfirmationButton.tsx'
import { selectQueue, selectReceivedCount } from '../queue/queueSlice.ts'
import { storeSentInTab } from './sentInTab.ts'
import { receiptRequested } from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'

export function FinishedPanel({ outcome }: { outcome: BatchOutcome }) {
  const dispatch = useAppDispatch()
  const { linkToken, endedAt, endedBatchId, confirmsByEmail } = useAppSelector(selectUpload)
  const received = useAppSelector(selectReceivedCount)
  const { receiptFiles } = useAppSelector(selectQueue)
  const expiry = useMemo(
    () => firstExpiry(receiptFiles.flat().map(({ expiresAt }) => expiresAt)),
    [receiptFiles],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(
    () => void storeSentInTab(linkToken, { files: received, at: endedAt }, appUploadService),
    [linkToken, received, endedAt],
  )

  return (
    <Container>
      <StepMark done size={56} />
      <Typography variant="h2" ref={heading} tabIndex={-1}>
        {t('upload.stored', { count: outcome.succeeded })}
      </Typography>
      <Typography color="textSecondary">
        {t('upload.storedText', { size: shownBytes(outcome.storedBytes), time: formatTimeOfDay(endedAt) })}
      </Typography>
      {expiry !== null && (
        <Typography color="textSecondary">
          {t('upload.deletedFrom', { count: received, date: splitDateTime(expiry)?.date ?? '' })}
        </Typography>
      )}
      <Button size="large" onClick={() => dispatch(receiptRequested())}>
        {t('upload.downloadReceipt')}
      </Button>
      {confirmsByEmail && <MailConfirmationButton linkToken={linkToken} batchId={endedBatchId} />}
    </Container>
  )
}

const Container = styled(Panel)(({ theme: { spacing, breakpoints } }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  textAlign: 'center',
  paddingBlock: spacing(5),
  [breakpoints.up('sm')]: { paddingBlock: spacing(7) },
  '& > h2': { marginTop: spacing(2.5) },
  '& > p': { marginTop: spacing(0.75), maxWidth: 440, textWrap: 'balance' },
  '& > button': { marginTop: spacing(3.5) },
}))
