import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
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
import { FormHeading } from '../common/FormHeading.tsx'
import { errorOutcome, OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'

/** Mails a code and asks for it. Folders send no mail to unconfirmed addresses: they may be somebody else's. */
export function ConfirmEmailForm({ address }: { address: string }) {
  const id = useId()
  const form = useSchemaForm(confirmEmail.body, { code: '' })
  const [isSent, setSent] = useState(false)
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const isConfirming = form.formState.isSubmitting

  async function sendCode() {
    setSending(true)
    setOutcome(null)
    try {
      await callApi('requestEmailCode')
      setSent(true)
      form.reset()
      setOutcome({ severity: 'info', text: () => t('profile.codeSent', { address }) })
    } catch (error) {
      setOutcome(errorOutcome(error))
    } finally {
      setSending(false)
    }
  }

  const confirm = submitHandler(form, async (body) => {
    try {
      updateUser((await callApi('confirmEmail', { body })).user)
    } catch (error) {
      rejectField(form, 'code', () => errorText(error))
    }
  })

  return (
    <form noValidate aria-labelledby={id} onSubmit={confirm}>
      <Divider sx={{ my: 3 }} />
      <FormHeading id={id} title={t('profile.confirmEmail')}>
        {t('profile.confirmEmailText', { address })}
      </FormHeading>
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
        </Buttons>
      </Stack>
    </form>
  )
}
