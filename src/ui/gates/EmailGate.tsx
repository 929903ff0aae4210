import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type EmailProblem, problemOfEmail } from '../../../contract/emailAddress.ts'
import { verificationCodePattern } from '../../../contract/limits.ts'
import { cleanSixDigitCode } from '../../../contract/typedText.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import type { GateState, LinkInput, LinkState } from '../../../core/link/step.ts'
import { gateRefusalText } from './gateRefusalText.ts'
import { GatePanel } from './GatePanel.tsx'
import { Buttons } from '../theme/layout.ts'
import { CodeInput, TextInput } from '../fields/TextInput.tsx'

/* The gate of a link that asks for an e-mail address and the code sent to it. */

type InputProblemKey = Extract<
  TextKey,
  'upload.passwordRequired' | 'ui.emailInvalid' | 'ui.emailLocalPart' | 'ui.codeForm'
>

/** State of a gate's input. An error stays until the input changes. */
export function useGateInput(gate: GateState) {
  const [value, setValue] = useState('')
  const [complaint, setComplaint] = useState<InputProblemKey | null>(null)
  const [typedAt, setTypedAt] = useState<GateState | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const refused = typedAt === gate ? null : gate.refused
  useEffect(() => {
    if (gate.refused) input.current?.select()
  }, [gate])
  const error = complaint ? t(complaint) : refused && gateRefusalText(refused)
  return {
    value,
    error,
    field: { value, ref: input, error: error !== null, autoFocus: true, required: true },
    setFieldError: setComplaint,
    type: (typed: string) => {
      setValue(typed)
      setComplaint(null)
      setTypedAt(gate)
    },
  }
}

const emailTexts = {
  'no-email': 'ui.emailInvalid',
  'local-part': 'ui.emailLocalPart',
} as const satisfies Record<EmailProblem, InputProblemKey>

interface EmailGateProps {
  link: LinkState
  addressText: ReactNode
  codeText: ReactNode
  /** Notice after another code was requested. */
  sentText: string
  /** Applies an input, with what was entered. */
  onInput: (input: LinkInput, entered?: string) => void
}

export const EmailGate = (props: EmailGateProps) =>
  props.link.at === 'code' ? <CodeStep {...props} /> : <AddressStep {...props} />

function AddressStep({ link: { gate }, addressText, onInput }: EmailGateProps) {
  const { value, error, field, setFieldError, type } = useGateInput(gate)
  return (
    <GatePanel
      title={t('gate.confirmEmail')}
      text={addressText}
      onSubmit={() => {
        const address = value.trim()
        const problem = problemOfEmail(address)
        if (problem !== null) setFieldError(emailTexts[problem])
        else if (!gate.waiting) onInput({ type: 'entered' }, address)
      }}
    >
      <TextInput
        label={t('gate.email')}
        name="email"
        type="email"
        autoComplete="email"
        {...field}
        helperText={<LiveHelperText>{error}</LiveHelperText>}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" variant="contained" size="large" disabled={gate.waiting}>
        {t(gate.waiting ? 'gate.sendingCode' : 'ui.sendCode')}
      </Button>
    </GatePanel>
  )
}

const codeLength = 6
const resentNoticeMs = 3000

/** The code in what was pasted; else what was typed, letters too, so that a wrong one is named and not swallowed. */
function cleanTypedCode(typed: string): string {
  const code = cleanSixDigitCode(typed)
  return verificationCodePattern.test(code) ? code : typed.replace(/[\s-]/g, '').slice(0, codeLength)
}

function CodeStep({ link: { gate }, codeText, sentText, onInput }: EmailGateProps) {
  const { value, error, field, setFieldError, type } = useGateInput(gate)
  const { waiting, notice } = gate
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(onInput, resentNoticeMs, { type: 'notice-expired' })
    return () => clearTimeout(timer)
  }, [notice, onInput])
  return (
    <GatePanel
      title={t('gate.enterCode')}
      text={codeText}
      onSubmit={() => {
        if (!verificationCodePattern.test(value)) setFieldError('ui.codeForm')
        else if (!waiting) onInput({ type: 'entered' }, value)
      }}
    >
      <CodeInput
        label={t('gate.code')}
        name="code"
        autoComplete="one-time-code"
        {...field}
        helperText={
          <LiveHelperText tone={error === null ? 'status' : 'alert'}>
            {error ?? (notice ? sentText : null)}
          </LiveHelperText>
        }
        onChange={(event) => type(cleanTypedCode(event.target.value))}
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
        <Button variant="text" size="small" onClick={() => onInput({ type: 'change-address' })}>
          {t('gate.changeEmail')}
        </Button>
        <Button variant="text" size="small" disabled={waiting} onClick={() => onInput({ type: 'resend' })}>
          {t('gate.resendCode')}
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

export function LiveHelperText({
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
