import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DropArea } from './DropArea.tsx'
import { Encryption } from './Encryption.tsx'
import { Finished } from './Finished.tsx'
import { LeftOutNote } from './LeftOutNote.tsx'
import { KeptPanel } from './KeptPanel.tsx'
import { selectTabStatus } from './laptopLife.ts'
import './queueListener.ts'
import { QueuePanel } from './QueuePanel.tsx'
import { selectCounts, selectHasReceived, selectOrder } from './queueSlice.ts'
import { Announcements } from './Announcements.tsx'
import { pageLeft, pageOpened, receiptRequested } from './uploadEvents.ts'
import {
  isAtGate,
  isSending,
  selectIsSending,
  selectUpload,
  step,
  takesFiles,
  type UploadState,
} from './uploadSlice.ts'
import { uploadTexts } from './uploadTexts.ts'
import { useFileIntake } from './useFileIntake.ts'

/** Most links ask for nothing: their visitors need no form. */
const GateSteps = lazy(() => import('./GateSteps.tsx').then((module) => ({ default: module.GateSteps })))

/** The page of an upload link: for whoever has the link, without an account. */
export function UploadPage(link: { linkToken: string; keyFingerprint: string | null }) {
  const { linkToken, keyFingerprint } = link
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(pageOpened({ linkToken, keyFingerprint }))
    return () => void dispatch(pageLeft())
  }, [dispatch, linkToken, keyFingerprint])

  const upload = useAppSelector(selectUpload)
  const tabStatus = useAppSelector(selectTabStatus)
  const title = upload.title === null ? 'Secure File Upload' : `Upload Files for "${upload.title}"`

  return (
    <Page
      title={title}
      tabStatus={tabStatus}
      width="stranger"
      subtitle={(takesFiles(upload) || isSending(upload) || isAtGate(upload)) && <Introduction />}
    >
      <PageContent key={linkToken} />
    </Page>
  )
}

/** Whose folder it is, in the words of its owner, and what will happen to files. */
function Introduction() {
  const { description } = useAppSelector(selectUpload)
  return (
    <>
      {description !== null && description !== '' && (
        <Typography
          sx={{ mt: 1, mb: 1.5, color: 'text.primary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {description}
        </Typography>
      )}
      <Encryption />
    </>
  )
}

function PageContent() {
  const dispatch = useAppDispatch()
  const upload = useAppSelector(selectUpload)
  switch (upload.step) {
    case step.loading:
      return <LoadingText>Loading upload link...</LoadingText>
    case step.fatal:
      return (
        <Panel role="alert">
          <EmptyState
            title={upload.failure ?? uploadTexts.linkInvalid}
            hint={
              upload.mayPass
                ? 'Nothing is lost. Try again in a moment.'
                : 'Ask the person who gave you this link for a new one.'
            }
            action={
              upload.mayPass && (
                <Button variant="contained" onClick={() => dispatch(pageOpened(upload))}>
                  Try again
                </Button>
              )
            }
          />
        </Panel>
      )
    case step.password:
    case step.email:
    case step.code:
      return (
        <Suspense fallback={<LoadingText>Loading upload link...</LoadingText>}>
          <GateSteps />
        </Suspense>
      )
    case step.ready:
    case step.processing:
    case step.uploading:
    case step.finishedWithErrors:
    case step.keyFailed:
      return <Exchange />
    default:
      return <Banner severity="error">{uploadTexts.unexpectedStep}</Banner>
  }
}

/** Where files are given and sent: everything between the opened link and the receipt. */
function Exchange() {
  const dispatch = useAppDispatch()
  const upload = useAppSelector(selectUpload)
  const sending = useAppSelector(selectIsSending)
  const isEmpty = useAppSelector((state) => selectOrder(state).length === 0)
  const { pending, error } = useAppSelector(selectCounts)
  const hasReceived = useAppSelector(selectHasReceived)
  const intake = useFileIntake(!takesFiles(upload))
  const { ended } = upload
  const finished = upload.step === step.ready && ended !== null && pending + error === 0

  return (
    <div {...intake.rootProps}>
      <input {...intake.fileInputProps} />
      <input {...intake.folderInputProps} />
      <LeaveGuard active={sending} />
      <Announcements />
      <Stack sx={{ gap: 2 }}>
        {upload.step === step.keyFailed && (
          <Banner severity="error">
            {upload.failure}
            <Box sx={{ color: 'text.secondary', mt: 0.5 }}>
              Nothing was sent. Tell the person who gave you this link, and try again later.
            </Box>
          </Banner>
        )}
        {upload.step === step.finishedWithErrors && error > 0 && (
          <Banner severity="warning">{uploadTexts.checkStatuses}</Banner>
        )}
        {upload.cancelled && (
          <Banner severity="info">
            Upload cancelled. Unfinished files wait in the list; what is marked Success is stored.
          </Banner>
        )}
        {!sending && <KeptPanel />}
        <LeftOutNote leftOut={intake.leftOut} onClose={intake.forgetLeftOut} />
        {finished && <Finished tally={ended} />}
        {!isEmpty && <QueuePanel reading={intake.reading !== null} />}
        {!sending && (
          <DropArea
            intake={intake}
            // One next action: where an upload can be continued by a click, that is it.
            compact={finished || !isEmpty || (upload.kept?.canFindFiles ?? false)}
            invitation={invitation(upload, { finished, isEmpty })}
          />
        )}
        {!finished && (hasReceived || !isEmpty) && (
          <Button
            color="inherit"
            size="small"
            sx={{ alignSelf: 'center', color: 'text.secondary' }}
            onClick={() => dispatch(receiptRequested())}
          >
            Download receipt
          </Button>
        )}
      </Stack>
    </div>
  )
}

function invitation({ kept }: UploadState, is: { finished: boolean; isEmpty: boolean }): string {
  if (kept) return kept.canFindFiles ? 'Or send something else' : 'Drop the same files or folder here'
  if (is.finished) return 'Send more'
  return is.isEmpty ? 'Drop files or folders here' : 'Add more files or folders'
}

/** Asks before the page goes while it sends: by the browser for a closed tab, by a dialog for a link of ours. */
function LeaveGuard({ active }: { active: boolean }) {
  const { status, proceed, reset } = useBlocker({
    disabled: !active,
    enableBeforeUnload: active,
    shouldBlockFn: () => true,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title="Stop the upload?"
      confirmLabel="Stop and leave"
      destructive
      onConfirm={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      Files are still being sent. If you leave this page now, those that are not finished are not stored until
      you come back and continue.
    </ConfirmDialog>
  )
}
