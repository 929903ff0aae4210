import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { errorText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { announcementText } from './Announcements.tsx'
import { selectHasReceipt } from '../queue/queueSlice.ts'
import { receiptRequested } from '../uploadEvents.ts'
import { selectIsSending, selectUpload } from '../uploadSlice.ts'

/**
 * In place of what could not be shown: the upload itself runs outside React, so how far it is, what has arrived and the
 * receipt come from the store. Without any of these, the failure is the route's.
 */
export function UploadFailure({ error }: ErrorComponentProps) {
  const dispatch = useAppDispatch()
  const sending = useAppSelector(selectIsSending)
  const hasReceipt = useAppSelector(selectHasReceipt)
  const { lastOutcome } = useAppSelector(selectUpload)
  const text = useAppSelector(announcementText)
  if (!sending && !hasReceipt) throw error
  return (
    <Stack spacing={2}>
      {text !== '' && (
        <Banner severity={!sending && lastOutcome?.succeeded ? 'success' : 'info'}>{text}</Banner>
      )}
      {hasReceipt && (
        <Button size="large" sx={{ alignSelf: 'center' }} onClick={() => dispatch(receiptRequested())}>
          {t('upload.downloadReceipt')}
        </Button>
      )}
      <Banner severity="error">{errorText(error)}</Banner>
    </Stack>
  )
}
