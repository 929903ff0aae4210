import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { Suspense, useEffect, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { EmailGate, LiveHelperText, useGateInput } from '../../../ui/gates/EmailGate.tsx'
import { GatePanel } from '../../../ui/gates/GatePanel.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { lazyExport } from '../../../ui/lazy/lazyExport.ts'
import { driveLink } from './gateThunks.ts'
import { selectInProgressCount, selectCounts } from '../queue/queueSlice.ts'
import { selectIsSending, selectUpload, uploadStep } from '../uploadSlice.ts'

/** Loaded on demand, since most gates come before an upload. */
const CancelDialog = lazyExport(() => import('../queue/CancelDialog.tsx'), 'CancelDialog')

export function GateSteps() {
  const { step } = useAppSelector(selectUpload)
  // The field that had the focus is gone with the last gate, so move the focus to the top of the page.
  useEffect(
    () => () =>
      void requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true })),
    [],
  )
  return (
    <Stack spacing={2}>
      <QueuedFilesNote />
      {step === uploadStep.password ? <PasswordStep /> : <UploadEmailGate />}
    </Stack>
  )
}

/** Says that the files are still queued when a gate has closed again. */
function QueuedFilesNote() {
  const { pending, error } = useAppSelector(selectCounts)
  const inProgressCount = useAppSelector(selectInProgressCount)
  const sending = useAppSelector(selectIsSending)
  const [asking, setAsking] = useState(false)
  const waiting = pending + inProgressCount + error
  if (waiting === 0) return null
  const cancel = sending && (
    <Button color="inherit" size="small" onClick={() => setAsking(true)}>
      {t('upload.cancelUpload')}
    </Button>
  )
  return (
    <>
      <Banner severity="info" action={cancel}>
        {t('upload.linkAsksAgain', { count: waiting })}
      </Banner>
      {sending && (
        <Suspense>
          <CancelDialog open={asking} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

function PasswordStep() {
  const dispatch = useAppDispatch()
  const { gate } = useAppSelector(selectUpload)
  const { value, error, field, setFieldError, type } = useGateInput(gate)
  return (
    <GatePanel
      title={t('upload.protected')}
      text={t('upload.protectedText')}
      onSubmit={() => {
        if (value === '') setFieldError('upload.passwordRequired')
        else if (!gate.waiting) void dispatch(driveLink({ type: 'entered' }, value))
      }}
    >
      <PasswordField
        label={t('upload.linkPassword')}
        name="link-password"
        autoComplete="off"
        {...field}
        helperText={<LiveHelperText>{error}</LiveHelperText>}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" variant="contained" size="large" disabled={gate.waiting}>
        {t(gate.waiting ? 'ui.checking' : 'ui.continue')}
      </Button>
    </GatePanel>
  )
}

function UploadEmailGate() {
  const dispatch = useAppDispatch()
  const upload = useAppSelector(selectUpload)
  return (
    <EmailGate
      link={upload}
      addressText={
        <>
          {t('upload.confirmEmailText')}
          {upload.hasAllowedEmails && <strong> {t('upload.onlyAllowed')}</strong>}
        </>
      }
      codeText={rich('upload.enterCodeText', { email: upload.email })}
      sentText={t('upload.codeSent')}
      onInput={(...input) => void dispatch(driveLink(...input))}
    />
  )
}
