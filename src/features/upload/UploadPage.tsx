import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { lazy, Suspense, useEffect } from 'react'
import { shownLines } from '../../../contract/shownText.ts'
import type { Fault } from '../../faults/fault.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { useOffline, useWhenBack } from '../../store/reach.ts'
import { faultText } from '../../texts/errorText.ts'
import { Banner } from '../../ui/Banner.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { preloadToasts } from '../../ui/loadToasts.ts'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { fullMessage } from './batchOutcome.ts'
import { DropArea } from './DropArea.tsx'
import { Encryption } from './Encryption.tsx'
import { Help } from './Help.tsx'
import { selectTabStatus } from './laptopLife.ts'
import type { LinkFragment } from './linkFragment.ts'
import { uploads } from './uploads.ts'
import { QuietButton } from './QuietButton.tsx'
import { selectCounts, selectHasReceived, selectIsEmpty } from './queueSlice.ts'
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
import { noRecipientText, uploadTexts } from './uploadTexts.ts'
import { nothingLeftOut, useFileIntake } from './useFileIntake.ts'

/*
 * What most visitors do not need, or not yet: most links ask for nothing, few uploads are interrupted, and the list of
 * files comes while files are being chosen.
 */
const GateSteps = lazy(() => import('./GateSteps.tsx').then((module) => ({ default: module.GateSteps })))
const KeptPanel = lazy(() => import('./KeptPanel.tsx').then((module) => ({ default: module.KeptPanel })))
const LeftOutNote = lazy(() =>
  import('./LeftOutNote.tsx').then((module) => ({ default: module.LeftOutNote })),
)
const loadFinished = () => import('./Finished.tsx').then((module) => ({ default: module.Finished }))
const Finished = lazy(loadFinished)
const loadQueuePanel = () => import('./QueuePanel.tsx').then((module) => ({ default: module.QueuePanel }))
const QueuePanel = lazy(loadQueuePanel)
const RoomNote = lazy(() => import('./RoomNote.tsx').then((module) => ({ default: module.RoomNote })))
/** Asks before files that are not stored are left. */
const LeaveGuard = lazy(() => import('./LeaveGuard.tsx').then((module) => ({ default: module.LeaveGuard })))
/** A failure is told when the list is to be shown. */
const preloadQueuePanel = () => {
  loadQueuePanel().catch(() => undefined)
  loadFinished().catch(() => undefined)
  import('./receipt.ts').catch(() => undefined)
  preloadToasts()
}

/** The page of an upload link: for whoever has the link, without an account. */
export function UploadPage(link: LinkFragment & { linkToken: string }) {
  const { linkToken, keyFingerprint, originSecret } = link
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (originSecret !== null) uploads.originSecrets.set(linkToken, originSecret)
    dispatch(pageOpened({ linkToken, keyFingerprint }))
    return () => {
      uploads.originSecrets.delete(linkToken)
      dispatch(pageLeft())
    }
  }, [dispatch, linkToken, keyFingerprint, originSecret])

  const upload = useAppSelector(selectUpload)
  const tabStatus = useAppSelector(selectTabStatus)
  const sending = useAppSelector(selectIsSending)
  const isEmpty = useAppSelector(selectIsEmpty)
  const title = upload.title === null ? 'Secure File Upload' : `Upload Files for "${upload.title}"`

  return (
    <Page
      title={title}
      tabStatus={tabStatus}
      width="stranger"
      subtitle={(takesFiles(upload) || isSending(upload) || isAtGate(upload)) && <Introduction />}
    >
      <PageContent key={linkToken} />
      {(sending || !isEmpty) && (
        <Suspense>
          <LeaveGuard active={sending} />
        </Suspense>
      )}
    </Page>
  )
}

/** Whose folder it is, in the words of its owner, and what will happen to files. */
function Introduction() {
  const { description } = useAppSelector(selectUpload)
  return (
    <>
      {description !== null && description !== '' && <Description>{shownLines(description)}</Description>}
      <Encryption />
    </>
  )
}

const Description = styled('p')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body1,
  margin: spacing(1, 0, 1.5),
  color: vars.palette.text.primary,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
}))

function PageContent() {
  const dispatch = useAppDispatch()
  const upload = useAppSelector(selectUpload)
  const again = () => dispatch(pageOpened(upload))
  useWhenBack(upload.step === step.fatal && upload.mayPass, again)
  switch (upload.step) {
    case step.loading:
      return <LoadingText>Loading upload link...</LoadingText>
    case step.fatal:
      return upload.failure && <LinkFailure fault={upload.failure} mayPass={upload.mayPass} onRetry={again} />
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

/** The link does not open, or not yet. */
function LinkFailure({ fault, mayPass, onRetry }: { fault: Fault; mayPass: boolean; onRetry: () => void }) {
  const offline = useOffline()
  return (
    <Panel role="alert">
      <EmptyState
        title={offline ? 'You are offline' : faultText(fault)}
        hint={
          offline
            ? 'This page goes on by itself as soon as the server answers.'
            : mayPass
              ? 'Nothing is lost. Try again in a moment.'
              : 'Ask the person who gave you this link for a new one.'
        }
        action={
          mayPass && (
            <Button variant="contained" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      />
    </Panel>
  )
}

/** Where files are given and sent: everything between the opened link and the receipt. */
function Exchange() {
  const dispatch = useAppDispatch()
  const upload = useAppSelector(selectUpload)
  const sending = useAppSelector(selectIsSending)
  const isEmpty = useAppSelector(selectIsEmpty)
  const { pending, error, success } = useAppSelector(selectCounts)
  const hasReceived = useAppSelector(selectHasReceived)
  const intake = useFileIntake({ disabled: !takesFiles(upload), onBegin: preloadQueuePanel })
  const { ended } = upload
  const isRefused = upload.step === step.finishedWithErrors && error > 0
  const full = isRefused && ended ? fullMessage(ended, upload.roomLeft) : null
  const finished = upload.step === step.ready && ended !== null && pending + error === 0

  return (
    <div {...intake.rootProps}>
      <input {...intake.fileInputProps} />
      <input {...intake.folderInputProps} />
      <Announcements />
      <Stack spacing={2}>
        {upload.step === step.keyFailed && (
          <Banner severity="error">
            {upload.failure && noRecipientText(upload.failure)}
            <Advice>Nothing was sent. Tell the person who gave you this link, and try again later.</Advice>
          </Banner>
        )}
        {isRefused && <Banner severity="warning">{full ?? uploadTexts.checkStatuses}</Banner>}
        {upload.cancelled && (
          <Banner severity="info">
            {`Upload cancelled. Unfinished files wait in the list${success > 0 ? '; what is marked Success is stored' : ''}.`}
          </Banner>
        )}
        {!sending && upload.kept && (
          <Suspense>
            <KeptPanel />
          </Suspense>
        )}
        <Suspense>
          {intake.leftOut !== nothingLeftOut && (
            <LeftOutNote leftOut={intake.leftOut} onClose={intake.forgetLeftOut} />
          )}
          {finished && <Finished tally={ended} />}
        </Suspense>
        <Suspense>
          {/* Where it was the room that did not do, the refusal says what is left. */}
          {!sending && full === null && upload.roomLeft !== null && <RoomNote roomLeft={upload.roomLeft} />}
        </Suspense>
        {!isEmpty && (
          <Suspense>
            <QueuePanel reading={intake.reading !== null} />
          </Suspense>
        )}
        {!sending && (
          <DropArea
            intake={intake}
            // One next action: where an upload can be continued by a click, that is it.
            compact={finished || !isEmpty || (upload.kept?.canFindFiles ?? false)}
            roomLeft={upload.roomLeft}
            invitation={invitation(upload, { finished, isEmpty })}
          />
        )}
        {!finished && (hasReceived || !isEmpty) && (
          <QuietButton onClick={() => dispatch(receiptRequested())}>Download receipt</QuietButton>
        )}
        {!sending && <Help />}
      </Stack>
    </div>
  )
}

const Advice = styled('div')(({ theme }) => ({
  marginTop: theme.spacing(0.5),
  color: theme.vars.palette.text.secondary,
}))

function invitation({ kept }: UploadState, is: { finished: boolean; isEmpty: boolean }): string {
  if (kept) return kept.canFindFiles ? 'Or send something else' : 'Drop the same files or folder here'
  if (is.finished) return 'Send more'
  return is.isEmpty ? 'Drop files or folders here' : 'Add more files or folders'
}
