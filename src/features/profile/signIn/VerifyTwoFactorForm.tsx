import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { enableTwoFactor, type setupTwoFactor, type User } from '../../../../contract/schemas/auth.ts'
import type { CallResponse } from '../../../../contract/call.ts'
import { verificationCodePattern } from '../../../../contract/limits.ts'
import { callApi } from '../../../api/client.ts'
import { FormText } from '../../../forms/formFields.tsx'
import { rejectField, submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { cleanSixDigitCode } from '../../../../contract/typedText.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { QrCode } from '../../../ui/values/QrCode.tsx'
import { Buttons, FieldRow } from '../../../ui/theme/layout.ts'
import { SecretToCopy } from '../../../ui/values/CodeBox.tsx'

export type TwoFactorSetup = CallResponse<typeof setupTwoFactor>

interface VerifyTwoFactorFormProps {
  setup: TwoFactorSetup
  onEnabled: (user: User) => void
  onCancel: () => void
}

export function VerifyTwoFactorForm({ setup, onEnabled, onCancel }: VerifyTwoFactorFormProps) {
  const form = useSchemaForm(enableTwoFactor.body, { code: '' })
  const isCode = useWatch({
    control: form.control,
    compute: ({ code }) => verificationCodePattern.test(code),
  })
  const busy = form.formState.isSubmitting

  const send = submitHandler(form, async (body) => {
    try {
      onEnabled((await callApi('enableTwoFactor', { body })).user)
    } catch (error) {
      rejectField(form, 'code', () => errorText(error))
    }
  })

  return (
    <form noValidate aria-label={t('profile.verifyForm')} onSubmit={send}>
      <Setup>
        <QrCode value={setup.otp_uri} size={160} label={t('profile.secretQr')} />
        <Stack spacing={2} className="typed">
          <div>
            <Typography variant="body2">{t('profile.scan')}</Typography>
            <SecretToCopy
              code={setup.secret}
              label={t('profile.copySecret')}
              failure={t('profile.secretNotCopied')}
            />
          </div>
          <FormText
            control={form.control}
            name="code"
            label={t('profile.appCode')}
            autoComplete="one-time-code"
            autoFocus
            required
            hint={t('profile.sixDigits')}
            clean={cleanSixDigitCode}
            slotProps={{ htmlInput: { inputMode: 'numeric', readOnly: busy } }}
          />
          <Buttons>
            <BusyButton type="submit" variant="contained" busy={busy} disabled={!isCode}>
              {t(busy ? 'ui.verifying' : 'ui.verify')}
            </BusyButton>
            <Button disabled={busy} onClick={onCancel}>
              {t('profile.cancelSetup')}
            </Button>
          </Buttons>
        </Stack>
      </Setup>
    </form>
  )
}

const Setup = styled(FieldRow)(({ theme }) => ({
  gap: theme.spacing(3),
  '& > .typed': { flex: 1, minWidth: 0, width: '100%' },
  '& .MuiTextField-root': { maxWidth: 240 },
}))
