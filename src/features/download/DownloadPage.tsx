import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { selectIsAnyGoing, selectIsAnyWaitingFor } from '../../saving/savingSlice.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { useOffline, useWhenBack } from '../../store/reach.ts'
import { faultText } from '../../texts/errorText.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { count, formatBytes, formatNumber } from '../../ui/format.ts'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { Page } from '../../ui/Page.tsx'
import { Announcements } from './Announcements.tsx'
import { CapacityNote } from './CapacityNote.tsx'
import { selectPage, type SharedRow, step } from './downloadPageSlice.ts'
import { notOfferedText, texts } from './downloadTexts.ts'
import { Encryption } from './Encryption.tsx'
import { onFragmentChange } from './linkAddress.ts'
import { closeLink, openLink } from './openLink.ts'
import { SharedFiles } from './SharedFiles.tsx'

/* What few visitors need, or not yet. */
const PasswordStep = lazy(() =>
  import('./PasswordStep.tsx').then((module) => ({ default: module.PasswordStep })),
)
const UsesNote = lazy(() => import('./UsesNote.tsx').then((module) => ({ default: module.UsesNote })))
const MissingKeys = lazy(() =>
  import('./MissingKeys.tsx').then((module) => ({ default: module.MissingKeys })),
)
const loadConfirmDialog = () =>
  import('../../ui/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog }))
const ConfirmDialog = lazy(loadConfirmDialog)

/** The page of a download link: for whoever has the link, without an account. */
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

  return (
    <Page title={texts.title} width="stranger" subtitle={<Introduction />}>
      <LeaveGuard />
      <Announcements />
      <Content />
    </Page>
  )
}

/** How much it is, and what protects it. */
function Introduction() {
  const { step: at, rows, keysMissing } = useAppSelector(selectPage)
  if (at === step.error && !keysMissing) return null
  if (at !== step.ready) return <Encryption />
  return (
    <>
      <div>{`${count(rows.length, 'file')} · ${formatBytes(sizeOf(rows))}`}</div>
      <Encryption />
    </>
  )
}

const sizeOf = (rows: readonly SharedRow[]): number => rows.reduce((sum, { size }) => sum + size, 0)

function Content() {
  const dispatch = useAppDispatch()
  const page = useAppSelector(selectPage)
  const needsPassword = useAppSelector((state) => selectIsAnyWaitingFor(state, 'link-password'))
  const offline = useOffline()
  const again = () => void dispatch(openLink())
  useWhenBack(page.step === step.error && page.mayPass, again)
  switch (page.step) {
    case step.loading:
      return <LoadingText>{openingText(page.opening)}</LoadingText>
    case step.password:
      return (
        <Suspense fallback={<LoadingText>{openingText(page.opening)}</LoadingText>}>
          <Stack spacing={2}>
            {page.uses && <UsesNote uses={page.uses} isAtPassword />}
            <PasswordStep />
          </Stack>
        </Suspense>
      )
    case step.error:
      if (page.keysMissing) {
        return (
          <Suspense>
            <MissingKeys />
          </Suspense>
        )
      }
      return (
        <Stack spacing={2}>
          {offline && page.mayPass ? (
            <Banner
              severity="warning"
              action={
                <Button size="small" variant="outlined" onClick={again}>
                  Try again
                </Button>
              }
            >
              You are offline. This page goes on by itself as soon as the server answers.
            </Banner>
          ) : (
            page.failure && (
              <ErrorBanner message={faultText(page.failure)} {...(page.mayPass && { onRetry: again })} />
            )
          )}
          {!page.mayPass && (
            <Typography variant="body2" color="textSecondary">
              {page.failure?.code === 'downloadLinkUsedUp' && `${texts.usedElsewhere} `}
              Ask the person who gave you this link for a new one.
            </Typography>
          )}
        </Stack>
      )
    case step.ready:
      return (
        <Stack spacing={2}>
          {page.exposed && <Banner severity="warning">{texts.exposed}</Banner>}
          {page.notOffered > 0 && <Banner severity="warning">{notOfferedText(page.notOffered)}</Banner>}
          <Suspense>{page.uses && <UsesNote uses={page.uses} />}</Suspense>
          <CapacityNote files={page.rows.length} bytes={sizeOf(page.rows)} />
          <Suspense>{needsPassword && <PasswordStep isAgain />}</Suspense>
          <SharedFiles />
        </Stack>
      )
  }
}

/** Few keys are open before anybody could read how many. */
function openingText(opening: { done: number; files: number } | null): string {
  if (opening === null || opening.files < 500) return 'Loading download link...'
  return `Opening keys: ${formatNumber(opening.done)} of ${formatNumber(opening.files)}`
}

/** Asks before the page goes while it opens what is being saved. */
function LeaveGuard() {
  const active = useAppSelector(selectIsAnyGoing)
  const { status, proceed, reset } = useBlocker({
    disabled: !active,
    enableBeforeUnload: active,
    // Other keys behind the same address are not another page.
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
          title="Stop the download?"
          confirmLabel="Stop and leave"
          destructive
          onConfirm={() => proceed?.()}
          onCancel={() => reset?.()}
        >
          Files are still being decrypted by this page. If you leave it now, the download fails.
        </ConfirmDialog>
      </Suspense>
    )
  )
}
