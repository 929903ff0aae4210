import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type EmailProblem, problemOfEmail } from '../../../contract/emailAddress.ts'
import { codePattern } from '../../../contract/limits.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { rich } from '../../i18n/rich.ts'
import { type Key, t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { GatePanel } from '../../ui/GatePanel.tsx'
import { Buttons } from '../../ui/layout.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { CodeInput, TextInput } from '../../ui/TextInput.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { askForCode, askForCodeAgain, submitCode, submitPassword } from './gateThunks.ts'
import { selectBegun, selectCounts } from './queueSlice.ts'
import { refusalText } from './refusalText.ts'
import { codeNoticeExpired, emailChangeRequested } from './uploadEvents.ts'
import { type Gate, selectIsSending, selectUpload, step } from './uploadSlice.ts'

/** Dialog to cancel the upload under way; loaded on demand, since most gates come before an upload. */
const CancelDialog = lazyPart(() => import('./CancelDialog.tsx'), 'CancelDialog')

/** The gates of a link: its password, an e-mail address, and the code sent to that address. */
export function GateSteps() {
  const { step: at } = useAppSelector(selectUpload)
  // The field that had the focus is gone with the last gate, so move the focus to the top of the page.
  useEffect(
    () => () =>
      void requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true })),
    [],
  )
  return (
    <Stack spacing={2}>
      <WaitingFiles />
      {at === step.password ? <PasswordStep /> : at === step.email ? <EmailStep /> : <CodeStep />}
    </Stack>
  )
}

/** Says that the files are still queued when a gate has closed again. */
function WaitingFiles() {
  const { pending, error } = useAppSelector(selectCounts)
  const begun = useAppSelector(selectBegun)
  const sending = useAppSelector(selectIsSending)
  const [asking, setAsking] = useState(false)
  const waiting = pending + begun + error
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

type Complaint = Extract<
  Key,
  'upload.passwordRequired' | 'ui.emailInvalid' | 'ui.emailLocalPart' | 'ui.codeForm'
>

/** State of a gate's input. An error stays until the input changes. */
function useGateInput() {
  const { gate } = useAppSelector(selectUpload)
  const [value, setValue] = useState('')
  const [complaint, setComplaint] = useState<Complaint | null>(null)
  const [typedAt, setTypedAt] = useState<Gate | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const refused = typedAt === gate ? null : gate.refused
  useEffect(() => {
    if (gate.refused) input.current?.select()
  }, [gate])
  const error = complaint ? t(complaint) : refused && refusalText(refused)
  return {
    value,
    waiting: gate.waiting,
    notice: gate.notice,
    error,
    /** Properties of the field. */
    field: { value, ref: input, error: error !== null, autoFocus: true, required: true },
    complain: setComplaint,
    type: (typed: string) => {
      setValue(typed)
      setComplaint(null)
      setTypedAt(gate)
    },
  }
}

function PasswordStep() {
  const dispatch = useAppDispatch()
  const { value, waiting, error, field, complain, type } = useGateInput()
  return (
    <GatePanel
      title={t('upload.protected')}
      text={t('upload.protectedText')}
      onSubmit={() => {
        if (value === '') complain('upload.passwordRequired')
        else if (!waiting) void dispatch(submitPassword(value))
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
      <Button type="submit" variant="contained" size="large" disabled={waiting}>
        {t(waiting ? 'ui.checking' : 'ui.continue')}
      </Button>
    </GatePanel>
  )
}

const emailTexts = {
  'no-email': 'ui.emailInvalid',
  'local-part': 'ui.emailLocalPart',
} as const satisfies Record<EmailProblem, Complaint>

function EmailStep() {
  const dispatch = useAppDispatch()
  const { hasAllowedEmails } = useAppSelector(selectUpload)
  const { value, waiting, error, field, complain, type } = useGateInput()
  return (
    <GatePanel
      title={t('upload.confirmEmail')}
      text={
        <>
          {t('upload.confirmEmailText')}
          {hasAllowedEmails && <strong> {t('upload.onlyAllowed')}</strong>}
        </>
      }
      onSubmit={() => {
        const address = value.trim()
        const problem = problemOfEmail(address)
        if (problem !== null) complain(emailTexts[problem])
        else if (!waiting) void dispatch(askForCode(address))
      }}
    >
      <TextInput
        label={t('upload.email')}
        name="email"
        type="email"
        autoComplete="email"
        {...field}
        helperText={<LiveHelperText>{error}</LiveHelperText>}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" variant="contained" size="large" disabled={waiting}>
        {t(waiting ? 'upload.sendingCode' : 'ui.sendCode')}
      </Button>
    </GatePanel>
  )
}

const codeLength = 6
const resentNoticeMs = 3000
/** Removes the blanks and hyphens that people copy with codes. */
const compact = (typed: string) => typed.replace(/[\s-]/g, '').slice(0, codeLength)

function CodeStep() {
  const dispatch = useAppDispatch()
  const { email } = useAppSelector(selectUpload)
  const { value, waiting, notice, error, field, complain, type } = useGateInput()
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => dispatch(codeNoticeExpired()), resentNoticeMs)
    return () => clearTimeout(timer)
  }, [dispatch, notice])
  return (
    <GatePanel
      title={t('upload.enterCode')}
      text={rich('upload.enterCodeText', { email })}
      onSubmit={() => {
        if (!codePattern.test(value)) complain('ui.codeForm')
        else if (!waiting) void dispatch(submitCode(value))
      }}
    >
      <CodeInput
        label={t('upload.code')}
        name="code"
        autoComplete="one-time-code"
        {...field}
        helperText={
          <LiveHelperText tone={error === null ? 'status' : 'alert'}>
            {error ?? (notice ? t('upload.codeSent') : null)}
          </LiveHelperText>
        }
        onChange={(event) => type(compact(event.target.value))}
        inputMode="numeric"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button
        type="submit"
        variant="contained"
        size="large"
        disabled={waiting || value.length !== codeLength}
      >
        {t(waiting ? 'ui.verifying' : 'ui.verify')}
      </Button>
      <SecondaryActions>
        <Button variant="text" size="small" onClick={() => dispatch(emailChangeRequested())}>
          {t('upload.changeEmail')}
        </Button>
        <Button
          variant="text"
          size="small"
          disabled={waiting}
          onClick={() => void dispatch(askForCodeAgain())}
        >
          {t('upload.resendCode')}
        </Button>
      </SecondaryActions>
    </GatePanel>
  )
}

/** Aligns the text of the buttons, not their edges, with the field. */
const SecondaryActions = styled(Buttons)(({ theme }) => ({
  justifyContent: 'space-between',
  marginInline: theme.spacing(-1.25),
}))

/** Helper text of a field, announced when it appears. */
function LiveHelperText({
  tone = 'alert',
  children,
}: {
  tone?: 'alert' | 'status'
  children: string | null
}) {
  return (
    <span role={tone} aria-atomic>
      {children}
    </span>
  )
}
