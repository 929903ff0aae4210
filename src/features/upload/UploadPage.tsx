import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { shownLines, shownText } from '../../../contract/shownText.ts'
import { uploadPageFiles } from '../../first/incomingFiles.ts'
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks.ts'
import { useIsOffline, useOnReconnect } from '../../store/connectivityHooks.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { loadTexts } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { FailurePanel } from '../../ui/messages/FailurePanel.tsx'
import { useLook } from '../../ui/theme/look.ts'
import { loadToasts } from '../../ui/messages/loadToasts.ts'
import { LoadingText } from '../../ui/messages/LoadingText.tsx'
import { Description, Lead } from '../../ui/theme/layout.ts'
import { Page } from '../../ui/page/Page.tsx'
import { lazyExport } from '../../ui/lazy/lazyExport.ts'
import { limitMessage, type BatchOutcome } from './sending/batchOutcome.ts'
import { DropArea, promptText } from './intake/DropArea.tsx'
import { EncryptionDisclosure } from './link/EncryptionDisclosure.tsx'
import { HelpDisclosure } from './help/HelpDisclosure.tsx'
import { selectTabPercent } from './sending/uploadIndicators.ts'
import { databaseExists } from '../../platform/databases.ts'
import { readStored } from '../../storage/browserStorage.ts'
import type { UploadLinkFragment } from '../../../core/upload/uploadLinkFragment.ts'
import { appUploadService } from './sending/appUploadService.ts'
import { selectCounts, selectHasReceipt, selectIsEmpty } from './queue/queueSlice.ts'
import { Announcements } from './sending/Announcements.tsx'
import { sentInTabKey } from './sent/sentInTabKey.ts'
import { pageLeft, pageOpened, receiptRequested } from './uploadEvents.ts'
import { UploadFailure } from './sending/UploadFailure.tsx'
import { isAtGate, isSending, selectIsSending, selectUpload, uploadStep, takesFiles } from './uploadSlice.ts'
import { noRecipientText } from './queue/failureTexts.ts'
import { nothingLeftOut, useFileIntake } from './intake/useFileIntake.ts'
import { WriteMessageButton } from './message/WriteMessageButton.tsx'

/*
 * Loaded on demand: most links have no gates, few uploads are interrupted, and the file list can load while
 * files are being chosen.
 */
const GateSteps = lazyExport(() => import('./link/GateSteps.tsx'), 'GateSteps')
const AnswerFields = lazyExport(() => import('./answers/AnswerFields.tsx'), 'AnswerFields')
const ResumePanel = lazyExport(() => import('./resume/ResumePanel.tsx'), 'ResumePanel')
const LeftOutNote = lazyExport(() => import('./intake/LeftOutNote.tsx'), 'LeftOutNote')
const loadFinishedPanel = () => import('./sent/FinishedPanel.tsx')
const FinishedPanel = lazyExport(loadFinishedPanel, 'FinishedPanel')
const loadQueuePanel = () => import('./queue/QueuePanel.tsx')
const QueuePanel = lazyExport(loadQueuePanel, 'QueuePanel')
const SentInTabNote = lazyExport(() => import('./sent/SentInTabNote.tsx'), 'SentInTabNote')
const CapacityNote = lazyExport(() => import('./link/CapacityNote.tsx'), 'CapacityNote')
const SentHistorySection = lazyExport(() => import('./sent/SentHistorySection.tsx'), 'SentHistorySection')
const LeaveGuard = lazyExport(() => import('./sending/LeaveGuard.tsx'), 'LeaveGuard')
/** All that is shown and saved while files are sent and when they have arrived. */
const loadEnding = () =>
  Promise.all([
    loadQueuePanel(),
    loadFinishedPanel(),
    import('../../../i18n/receiptText.ts'),
    loadTexts('uploadLater'),
    loadToasts(),
  ])
/** Ahead of its use, which reports a failure. */
const preloadEnding = () => void loadEnding().catch(() => undefined)

/**
 * Page of an upload link, for visitors without an account; `OwnUpload` sends into a folder of one's own by the same
 * parts. `link` checks the recipient and passes the gates, `answers` asks the folder's questions, `intake` takes what is
 * dropped or chosen, `queue` lists it, `sending` runs a batch, `resume` continues an interrupted one, `sent` shows what
 * has arrived, and `help` tests this browser. All of it shares `uploadSlice` and `uploadEvents`.
 */
export function UploadPage(link: UploadLinkFragment & { linkToken: string }) {
  const { linkToken, keyFingerprint, originSecret, privateNames } = link
  const dispatch = useAppDispatch()
  const store = useAppStore()
  useEffect(() => {
    appUploadService.loadEnding = loadEnding
    if (originSecret !== null) appUploadService.originSecrets.set(linkToken, originSecret)
    // Usually opened already by openLinkBeforeRender.ts.
    const shown = selectUpload(store.getState())
    const isOpen = shown.linkToken === linkToken && shown.keyFingerprint === keyFingerprint
    if (!isOpen || (shown.privateNames === 'link') !== privateNames)
      dispatch(pageOpened({ linkToken, keyFingerprint, privateNames }))
    return () => {
      appUploadService.originSecrets.delete(linkToken)
      dispatch(pageLeft())
    }
  }, [dispatch, store, linkToken, keyFingerprint, originSecret, privateNames])

  const upload = useAppSelector(selectUpload)
  const percent = useAppSelector(selectTabPercent)
  const sending = useAppSelector(selectIsSending)
  const isEmpty = useAppSelector(selectIsEmpty)
  const finished = useFinishedOutcome()
  const title = upload.title === null ? t('upload.title') : t('upload.titleFor', { title: upload.title })

  return (
    <Page
      title={title}
      tabStatus={
        percent !== null
          ? t(upload.paused ? 'upload.tabPaused' : 'upload.tabSending', { percent })
          : finished && t('upload.tabReceived', { count: finished.succeeded })
      }
      width="stranger"
      subtitle={(takesFiles(upload) || isSending(upload) || isAtGate(upload)) && <Introduction />}
    >
      <CatchBoundary getResetKey={() => upload.step} errorComponent={UploadFailure}>
        <PageContent key={linkToken} />
      </CatchBoundary>
      {(sending || !isEmpty) && (
        <Suspense>
          <LeaveGuard active={sending} />
        </Suspense>
      )}
    </Page>
  )
}

/** Who asks, the operator's text, the folder's description, and what happens to files. */
function Introduction() {
  const { description, ownerName, retentionDays } = useAppSelector(selectUpload)
  const { greeting } = useLook()
  return (
    <>
      {ownerName !== null && <Lead>{t('upload.asks', { name: shownText(ownerName) })}</Lead>}
      {greeting !== null && <Description>{shownLines(greeting)}</Description>}
      {description !== null && description !== '' && <Description>{shownLines(description)}</Description>}
      {retentionDays !== null && (
        <Description>
          {t('upload.retention', { count: retentionDays, days: String(retentionDays) })}
        </Description>
      )}
      <EncryptionDisclosure />
    </>
  )
}

function PageContent() {
  const dispatch = useAppDispatch()
  const upload = useAppSelector(selectUpload)
  const reopen = () => dispatch(pageOpened({ ...upload, privateNames: upload.privateNames === 'link' }))
  useOnReconnect(upload.step === uploadStep.fatal && upload.isTemporary, reopen)
  switch (upload.step) {
    case uploadStep.loading:
      return <LoadingText>{t('upload.loading')}</LoadingText>
    case uploadStep.fatal:
      return <LinkFailure onRetry={reopen} />
    case uploadStep.password:
    case uploadStep.email:
    case uploadStep.code:
      return (
        <Suspense fallback={<LoadingText>{t('upload.loading')}</LoadingText>}>
          <GateSteps />
        </Suspense>
      )
    case uploadStep.ready:
    case uploadStep.processing:
    case uploadStep.uploading:
    case uploadStep.finishedWithErrors:
    case uploadStep.keyFailed:
      return <UploadArea />
    default:
      return <Banner severity="error">{t('upload.unexpectedStep')}</Banner>
  }
}

/** Shown if the link cannot be opened, or not yet. */
function LinkFailure({ onRetry }: { onRetry: () => void }) {
  const { failure, isTemporary } = useAppSelector(selectUpload)
  const offline = useIsOffline()
  if (!failure) return null
  return (
    <FailurePanel
      title={offline ? t('upload.offline') : faultText(failure)}
      hint={offline ? t('upload.offlineText') : t(isTemporary ? 'upload.nothingIsLost' : 'ui.askForNewLink')}
      onRetry={isTemporary ? onRetry : null}
    />
  )
}

/** Choosing and sending files: everything between the opened link and the receipt. */
function UploadArea() {
  const dispatch = useAppDispatch()
  const upload = useAppSelector(selectUpload)
  const sending = useAppSelector(selectIsSending)
  const isEmpty = useAppSelector(selectIsEmpty)
  const { error, success } = useAppSelector(selectCounts)
  const hasReceipt = useAppSelector(selectHasReceipt)
  const hasSentHistory = useHasSentHistory()
  const intake = useFileIntake({
    handover: uploadPageFiles,
    disabled: !takesFiles(upload),
    maxFileBytes: upload.maxFileBytes,
    onBegin: preloadEnding,
  })
  const { lastOutcome } = upload
  const isRefused = upload.step === uploadStep.finishedWithErrors && error > 0
  const limitText = isRefused && lastOutcome ? limitMessage(lastOutcome, upload.remainingCapacity) : null
  const finished = useFinishedOutcome()
  // Keep a single primary action: resuming an upload comes first if one click does it.
  const isCompact = finished !== null || !isEmpty || (upload.interrupted?.canFindFiles ?? false)

  return (
    <div {...intake.rootProps}>
      <input {...intake.fileInputProps} />
      <input {...intake.folderInputProps} />
      <Announcements />
      <Stack spacing={2}>
        {upload.step === uploadStep.keyFailed && (
          <Banner severity="error">
            {upload.failure && noRecipientText(upload.failure)}
            <Advice>{t('upload.nothingSent')}</Advice>
          </Banner>
        )}
        {upload.cancelled && (
          <Banner severity="info">{t(success > 0 ? 'upload.cancelledSome' : 'upload.cancelled')}</Banner>
        )}
        {!sending && upload.interrupted && (
          <Suspense>
            <ResumePanel />
          </Suspense>
        )}
        <Suspense>
          {intake.leftOut !== nothingLeftOut && <LeftOutNote intake={intake} />}
          {finished && <FinishedPanel outcome={finished} />}
          {isEmpty && !lastOutcome && !hasReceipt && hasSentInTab() && <SentInTabNote />}
        </Suspense>
        <Suspense>
          {/* If the capacity was exceeded, the refusal says how much is left. */}
          {!sending && limitText === null && upload.remainingCapacity !== null && (
            <CapacityNote remainingCapacity={upload.remainingCapacity} />
          )}
        </Suspense>
        {upload.senderFields.length > 0 && !sending && (
          <Suspense fallback={<LoadingText>{t('upload.loading')}</LoadingText>}>
            <AnswerFields />
          </Suspense>
        )}
        {!isEmpty && (
          <Suspense>
            <QueuePanel reading={intake.reading !== null} />
          </Suspense>
        )}
        {!sending && (
          <DropArea
            intake={intake}
            compact={isCompact}
            prompt={promptText(upload, { finished: finished !== null, isEmpty })}
          >
            <WriteMessageButton size={isCompact ? 'small' : 'large'} />
          </DropArea>
        )}
        {!finished && hasReceipt && (
          <QuietButton
            variant="text"
            size="small"
            color="inherit"
            onClick={() => dispatch(receiptRequested())}
          >
            {t('upload.downloadReceipt')}
          </QuietButton>
        )}
        {!sending && <HelpDisclosure />}
        {/* Last, since it loads after the rest. */}
        {(!isEmpty || hasReceipt || hasSentHistory) && (
          <Suspense>
            <SentHistorySection />
          </Suspense>
        )}
      </Stack>
    </div>
  )
}

/** Returns the outcome of a batch of which nothing failed and after which nothing waits; null otherwise. */
function useFinishedOutcome(): BatchOutcome | null {
  const { step, lastOutcome } = useAppSelector(selectUpload)
  const { pending, error } = useAppSelector(selectCounts)
  return step === uploadStep.ready && pending + error === 0 ? lastOutcome : null
}

/** True if this tab has sent files by any link; otherwise nothing more is loaded. */
const hasSentInTab = (): boolean => readStored(sentInTabKey, 'sessionStorage') !== null

/** Delay in milliseconds before it is looked up, so that everything else loads first. */
const sentHistoryDelay = 1500

/** True if this browser remembers files that were sent; otherwise nothing more is loaded. */
function useHasSentHistory(): boolean {
  const [hasSentHistory, setHasSentHistory] = useState(false)
  useEffect(() => {
    const timer = setTimeout(
      () => databaseExists('sent').then(setHasSentHistory, () => undefined),
      sentHistoryDelay,
    )
    return () => clearTimeout(timer)
  }, [])
  return hasSentHistory
}

const QuietButton = styled(Button)(({ theme }) => ({
  alignSelf: 'center',
  color: theme.vars.palette.text.secondary,
}))

const Advice = styled('div')(({ theme }) => ({
  marginTop: theme.spacing(0.5),
  color: theme.vars.palette.text.secondary,
}))
