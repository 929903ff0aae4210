import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useBlocker } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { shownLines, shownText } from '../../../contract/shownText.ts'
import { selectIsAnyRunning, selectIsAnyWaitingFor } from '../../saving/savingSlice.ts'
import { useServerTime } from '../../api/useServerTime.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { rich } from '../../i18n/rich.ts'
import { useIsOffline, useOnReconnect } from '../../store/connectivityHooks.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { FailurePanel } from '../../ui/messages/FailurePanel.tsx'
import { shownBytes, splitDateTime } from '../../../i18n/format.ts'
import { ShortTime } from '../../ui/values/DateTime.tsx'
import { LoadingText } from '../../ui/messages/LoadingText.tsx'
import { Description, Lead, Muted } from '../../ui/theme/layout.ts'
import { Page } from '../../ui/page/Page.tsx'
import { useAsyncValue } from '../../ui/hooks/useAsyncValue.ts'
import { noSinkFault, savingCapacity } from '../../platform/savingCapacity.ts'
import { lazyExport } from '../../ui/lazy/lazyExport.ts'
import { Announcements } from './Announcements.tsx'
import { downloadStep, linkExpired, selectDownloadPage, type SharedRow } from './downloadPageSlice.ts'
import { EncryptionDetails } from './EncryptionDetails.tsx'
import { onFragmentChange } from './linkAddress.ts'
import { checkForOtherFiles, closeLink, openLink } from './openLink.ts'
import { SharedFiles } from './SharedFiles.tsx'

/* Loaded on demand, since few visitors need these parts. */
const PasswordStep = lazyExport(() => import('./PasswordStep.tsx'), 'PasswordStep')
const PasswordAgain = lazyExport(() => import('./PasswordStep.tsx'), 'PasswordAgain')
const NamedPeopleGate = lazyExport(() => import('./NamedPeopleGate.tsx'), 'NamedPeopleGate')
const LinkUsesNote = lazyExport(() => import('./LinkUsesNote.tsx'), 'LinkUsesNote')
const MissingKeys = lazyExport(() => import('./MissingKeys.tsx'), 'MissingKeys')
const loadConfirmDialog = () => import('../../ui/dialogs/ConfirmDialog.tsx')
const ConfirmDialog = lazyExport(loadConfirmDialog, 'ConfirmDialog')

/** Page of a download link, for visitors without an account. */
export function DownloadPage() {
  const dispatch = useAppDispatch()
  useEffect(() => {
    void dispatch(openLink())
    const stop = onFragmentChange(() => void dispatch(openLink()))
    return () => {
      stop()
      dispatch(closeLink())
    }
  }, [dispatch])

  useEndAtExpiration()
  useChangeCheck()
  const { title } = useAppSelector(selectDownloadPage).senderText
  return (
    <Page
      title={title ?? t('download.title')}
      width="stranger"
      back={title !== undefined && <Muted>{t('download.title')}</Muted>}
      subtitle={<Introduction />}
    >
      <LeaveGuard />
      <Announcements />
      <StepContent />
    </Page>
  )
}

/** Ends the link when it expires while the page is open. */
function useEndAtExpiration() {
  const dispatch = useAppDispatch()
  const { validUntil } = useAppSelector(selectDownloadPage)
  const isAnyRunning = useAppSelector(selectIsAnyRunning)
  const now = useServerTime([validUntil])
  const isOver = validUntil !== null && Date.parse(validUntil) < now
  useEffect(() => {
    if (isOver && !isAnyRunning) dispatch(linkExpired())
  }, [dispatch, isOver, isAnyRunning])
}

/** Looks for changes of the link when somebody comes back to the page. */
function useChangeCheck() {
  const dispatch = useAppDispatch()
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible') void dispatch(checkForOtherFiles())
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [dispatch])
}

/** Shows the sender, number and size of the files, title and message, and the encryption. */
function Introduction() {
  const { step, rows, keysMissing, validUntil, senderText } = useAppSelector(selectDownloadPage)
  if (step === downloadStep.error && !keysMissing) return null
  const files =
    step === downloadStep.ready &&
    t('download.summary', { count: rows.length, size: shownBytes(totalSize(rows)) })
  const { owner_name: name, message, files_expire_at: expiry } = senderText
  return (
    <>
      {name !== undefined ? (
        <Lead>
          {t('download.sends', { name: shownText(name), files: withoutBreaks(files) || t('download.files') })}
        </Lead>
      ) : (
        files && <div>{files}</div>
      )}
      {message !== undefined && <Description>{shownLines(message)}</Description>}
      {validUntil !== null && (
        <div>{rich('download.validUntil', { time: () => <ShortTime iso={validUntil} /> })}</div>
      )}
      {expiry !== undefined && (
        <div>
          {t('download.deletedFrom', { count: rows.length, date: splitDateTime(expiry)?.date ?? '' })}
        </div>
      )}
      <EncryptionDetails />
    </>
  )
}

/** Breaks no line between a number and what it counts. */
const withoutBreaks = (text: string | false) => text && text.replaceAll(' ', '\u00a0')

const totalSize = (rows: readonly SharedRow[]): number => rows.reduce((sum, { size }) => sum + size, 0)

function StepContent() {
  const dispatch = useAppDispatch()
  const page = useAppSelector(selectDownloadPage)
  const needsPassword = useAppSelector((state) => selectIsAnyWaitingFor(state, 'link-password'))
  const retry = () => void dispatch(openLink())
  useOnReconnect(page.step === downloadStep.error && page.isTemporary, retry)
  switch (page.step) {
    case downloadStep.loading:
      return <LoadingText>{openingText(page.opening)}</LoadingText>
    case downloadStep.password:
      return (
        <Suspense fallback={<LoadingText>{openingText(page.opening)}</LoadingText>}>
          <Stack spacing={2}>
            {page.uses && <LinkUsesNote uses={page.uses} isAtPassword />}
            {page.isChanged && <ChangedNote onReload={retry} />}
            <PasswordStep />
          </Stack>
        </Suspense>
      )
    case downloadStep.email:
      return (
        <Suspense fallback={<LoadingText>{openingText(page.opening)}</LoadingText>}>
          <NamedPeopleGate />
        </Suspense>
      )
    case downloadStep.error:
      if (page.keysMissing) {
        return (
          <Suspense>
            <MissingKeys />
          </Suspense>
        )
      }
      return <LinkFailure onRetry={retry} />
    case downloadStep.ready:
      return (
        <Stack spacing={2}>
          {page.failure && (
            <Banner severity="error">{t('download.linkFailed', { reason: faultText(page.failure) })}</Banner>
          )}
          {page.isChanged && <ChangedNote onReload={retry} />}
          {page.exposed && <Banner severity="warning">{t('download.exposed')}</Banner>}
          {page.notOffered > 0 && (
            <Banner severity="info">{t('download.notOffered', { count: page.notOffered })}</Banner>
          )}
          <Suspense>{page.uses && <LinkUsesNote uses={page.uses} />}</Suspense>
          <CapacityNote files={page.rows.length} bytes={totalSize(page.rows)} />
          <Suspense>{needsPassword && <PasswordAgain />}</Suspense>
          <SharedFiles />
        </Stack>
      )
  }
}

const ChangedNote = ({ onReload }: { onReload: () => void }) => (
  <Banner
    severity="info"
    action={
      <Button size="small" onClick={onReload}>
        {t('app.reload')}
      </Button>
    }
  >
    {t('download.changed')}
  </Banner>
)

/** Warns before a click that this browser cannot save all of the files. */
function CapacityNote({ files, bytes }: { files: number; bytes: number }) {
  const capacity = useAsyncValue(savingCapacity)
  if (capacity === undefined || bytes <= capacity) return null
  const problem = noSinkFault(bytes, files === 1 ? 'file' : 'files', capacity)
  return <Banner severity="warning">{faultText(problem)}</Banner>
}

/** Shown if the link cannot be opened, or not yet. */
function LinkFailure({ onRetry }: { onRetry: () => void }) {
  const { failure, isTemporary } = useAppSelector(selectDownloadPage)
  const isOffline = useIsOffline() && isTemporary
  if (!failure) return null
  const hint = [
    failure.code === 'downloadLinkUsedUp' && t('download.usedElsewhere'),
    !isTemporary && t('ui.askForNewLink'),
  ]
  return (
    <FailurePanel
      title={isOffline ? t('download.offline') : t('download.linkFailed', { reason: faultText(failure) })}
      hint={hint.filter(Boolean).join(' ')}
      onRetry={isTemporary ? onRetry : null}
    />
  )
}

/** Returns the progress of opening keys; few keys open too fast to show a count. */
function openingText(opening: { done: number; files: number } | null): string {
  if (opening === null || opening.files < 500) return t('download.loading')
  return t('saving.openingKeys', opening)
}

/** Asks before the page is left during a download. */
function LeaveGuard() {
  const active = useAppSelector(selectIsAnyRunning)
  const { status, proceed, reset } = useBlocker({
    disabled: !active,
    enableBeforeUnload: active,
    // Other keys in the fragment are not another page.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  })
  useEffect(() => {
    if (active) loadConfirmDialog().catch(() => undefined)
  }, [active])
  return (
    active && (
      <Suspense>
        <ConfirmDialog
          open={status === 'blocked'}
          title={t('download.stopQuestion')}
          confirmLabel={t('ui.stopAndLeave')}
          destructive
          onConfirm={() => proceed?.()}
          onCancel={() => reset?.()}
        >
          {t('download.stopText')}
        </ConfirmDialog>
      </Suspense>
    )
  )
}
