import Stack from '@mui/material/Stack'
import { type ReactNode, useState } from 'react'
import { confirmEmail } from '../../../../contract/schemas/auth.ts'
import { callApi } from '../../../api/client.ts'
import { FormText } from '../../../forms/formFields.tsx'
import { rejectField, submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { cleanSixDigitCode } from '../../../../contract/typedText.ts'
import { updateUser } from '../../../session/session.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { Buttons } from '../../../ui/theme/layout.ts'
import { OutcomeBanner } from '../common/OutcomeBanner.tsx'
import { type CodeRequest, requestEmailCode } from './requestEmailCode.ts'

interface EmailCodeFormProps {
  address: string
  labelledBy?: string
  /** What came of a code that was already asked for. */
  requested?: CodeRequest | null
  /** Further buttons. */
  children?: ReactNode
}

/** Mails a code on request, and confirms the address with it. */
export function EmailCodeForm({ address, labelledBy, requested = null, children }: EmailCodeFormProps) {
  const form = useSchemaForm(confirmEmail.body, { code: '' })
  const [isSent, setSent] = useState(requested?.isSent === true)
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState(requested?.outcome ?? null)
  const isConfirming = form.formState.isSubmitting

  async function sendCode() {
    setSending(true)
    setOutcome(null)
    const request = await requestEmailCode(address)
    if (request.isSent) {
      setSent(true)
      form.reset()
    }
    setOutcome(request.outcome)
    setSending(false)
  }

  const confirm = submitHandler(form, async (body) => {
    try {
      updateUser((await callApi('confirmEmail', { body })).user)
    } catch (error) {
      rejectField(form, 'code', () => errorText(error))
    }
  })

  return (
    <form
      noValidate
      {...(labelledBy === undefined
        ? { 'aria-label': t('profile.confirmEmail') }
        : { 'aria-labelledby': labelledBy })}
      onSubmit={confirm}
    >
      <Stack spacing={2}>
        <OutcomeBanner outcome={outcome} />
        {isSent && (
          <FormText
            control={form.control}
            name="code"
            label={t('profile.mailCode')}
            autoComplete="one-time-code"
            autoFocus
            required
            hint={t('profile.sixDigits')}
            clean={cleanSixDigitCode}
            sx={{ maxWidth: 240 }}
            slotProps={{ htmlInput: { inputMode: 'numeric', readOnly: isConfirming } }}
          />
        )}
        <Buttons>
          {isSent && (
            <BusyButton type="submit" variant="contained" busy={isConfirming}>
              {t(isConfirming ? 'profile.confirming' : 'profile.confirmAddress')}
            </BusyButton>
          )}
          <BusyButton busy={isSending} onClick={() => void sendCode()}>
            {t(isSent ? 'profile.sendAnother' : 'ui.sendCode')}
          </BusyButton>
          {children}
        </Buttons>
      </Stack>
    </form>
  )
}
