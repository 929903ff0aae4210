import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useMemo, useState } from 'react'
import type { User } from '../../../contract/schemas/auth.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { FormText } from '../../forms/formFields.tsx'
import { rejectField, submitHandler, useSchemaForm } from '../../forms/schemaForm.ts'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { Buttons } from '../../ui/theme/layout.ts'
import { CurrentPasswordField } from './common/CurrentPasswordField.tsx'
import { errorOutcome, OutcomeBanner, type OutcomeText } from './common/OutcomeBanner.tsx'
import { EmailCodeForm } from './information/EmailCodeForm.tsx'
import { fieldsOfUser, profileChanges, profileSchema } from './information/profileFields.ts'
import { type CodeRequest, requestEmailCode } from './information/requestEmailCode.ts'
import { saveProfile } from './information/saveProfile.ts'

interface FirstDetailsFormProps {
  user: User
  /** False where the server sends no mail, or has sent a code to the address already. */
  asksAddress: boolean
  autoFocus: boolean
  /** Called when the person skips the step, or leaves the address out; a confirmed one shows in the user. */
  onPassed: () => void
}

/** Asks within another page for the name that others read, and for an address, which a code confirms at once. */
export function FirstDetailsForm({ user, asksAddress, autoFocus, onPassed }: FirstDetailsFormProps) {
  const schema = useMemo(() => profileSchema(user), [user])
  const form = useSchemaForm(schema, fieldsOfUser(user))
  // An address that was entered before lacks its code alone.
  const [step, setStep] = useState<'fields' | 'code'>(
    user.email !== null && user.display_name !== null ? 'code' : 'fields',
  )
  const [requested, setRequested] = useState<CodeRequest | null>(null)
  const [failure, setFailure] = useState<OutcomeText | null>(null)
  const busy = form.formState.isSubmitting
  const { control } = form

  const send = submitHandler(form, async (fields) => {
    setFailure(null)
    try {
      const saved = await saveProfile(user, profileChanges(fields, user), fields.currentPassword)
      if (!asksAddress || saved.email === null) {
        onPassed()
        return
      }
      setRequested(await requestEmailCode(saved.email))
      form.reset(fieldsOfUser(saved))
      setStep('code')
    } catch (error) {
      if (faultOf(error).status === 401) rejectField(form, 'currentPassword', () => errorText(error))
      else setFailure(errorOutcome(error))
    }
  })

  const skip = (
    <Button variant="text" disabled={busy} onClick={onPassed}>
      {t('profile.skipStep')}
    </Button>
  )
  if (asksAddress && step === 'code' && user.email !== null)
    return (
      <EmailCodeForm address={user.email} requested={requested}>
        <Button variant="text" onClick={() => setStep('fields')}>
          {t('profile.changeAddress')}
        </Button>
        {skip}
      </EmailCodeForm>
    )

  return (
    <form noValidate aria-label={t('profile.information')} onSubmit={send}>
      <Stack spacing={2}>
        <FormText
          control={control}
          name="displayName"
          label={t('profile.displayName')}
          autoComplete="name"
          autoFocus={autoFocus}
          hint={t('profile.displayNameHint')}
        />
        {asksAddress && (
          <FormText
            control={control}
            name="email"
            label={t('profile.email')}
            type="email"
            autoComplete="email"
            hint={t('profile.emailHint')}
          />
        )}
        <CurrentPasswordField
          username={user.username}
          control={control}
          name="currentPassword"
          hint={t('profile.currentPasswordHint')}
          readOnly={busy}
        />
        <OutcomeBanner outcome={failure} />
        <Buttons>
          <BusyButton type="submit" variant="contained" busy={busy}>
            {t(busy ? 'ui.saving' : 'profile.save')}
          </BusyButton>
          {skip}
        </Buttons>
      </Stack>
    </form>
  )
}
