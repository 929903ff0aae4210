import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { count, formatBytes } from '../../ui/format.ts'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { Page } from '../../ui/Page.tsx'
import { Announcements } from './Announcements.tsx'
import { selectIsSaving, selectPage, step } from './downloadPageSlice.ts'
import { texts } from './downloadTexts.ts'
import { Encryption } from './Encryption.tsx'
import { onFragmentChange } from './linkAddress.ts'
import { MissingKeys } from './MissingKeys.tsx'
import { closeLink, openLink } from './openLink.ts'
import { PasswordStep } from './PasswordStep.tsx'
import { SharedFiles } from './SharedFiles.tsx'

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
  const bytes = rows.reduce((sum, { size }) => sum + size, 0)
  return (
    <>
      <Box sx={{ mb: 0.5 }}>{`${count(rows.length, 'file')} · ${formatBytes(bytes)}`}</Box>
      <Encryption />
    </>
  )
}

function Content() {
  const dispatch = useAppDispatch()
  const page = useAppSelector(selectPage)
  switch (page.step) {
    case step.loading:
      return <LoadingText>{openingText(page.opening)}</LoadingText>
    case step.password:
      return <PasswordStep />
    case step.error:
      if (page.keysMissing) return <MissingKeys />
      return (
        <Stack sx={{ gap: 2 }}>
          <ErrorBanner
            message={page.failure ?? ''}
            {...(page.mayPass && { onRetry: () => void dispatch(openLink()) })}
          />
          {!page.mayPass && (
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              Ask the person who gave you this link for a new one.
            </Box>
          )}
        </Stack>
      )
    case step.ready:
      return (
        <Stack sx={{ gap: 2 }}>
          {page.exposed && <Banner severity="warning">{texts.exposed}</Banner>}
          <SharedFiles />
        </Stack>
      )
  }
}

/** Few keys are open before anybody could read how many. */
function openingText(opening: { done: number; files: number } | null): string {
  if (opening === null || opening.files < 500) return 'Loading download link...'
  return `Opening keys: ${opening.done.toLocaleString()} of ${opening.files.toLocaleString()}`
}

/** Asks before the page goes while it opens what is being saved. */
function LeaveGuard() {
  const active = useAppSelector(selectIsSaving)
  const { status, proceed, reset } = useBlocker({
    disabled: !active,
    enableBeforeUnload: active,
    // Other keys behind the same address are not another page.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  })
  return (
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
  )
}
