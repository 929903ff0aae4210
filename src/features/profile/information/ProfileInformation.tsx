import Stack from '@mui/material/Stack'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { User } from '../../../../contract/schemas/auth.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { FormPassword, FormText } from '../../../forms/formFields.tsx'
import { type FormOf, rejectField, submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { FieldRow } from '../../../ui/theme/layout.ts'
import { ConfirmEmailForm } from './ConfirmEmailForm.tsx'
import { errorOutcome, OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { fieldsOfUser, profileChanges, type ProfileFields, profileSchema } from './profileFields.ts'
import { RemindersOption } from './RemindersOption.tsx'
import { saveProfile } from './saveProfile.ts'

/** Form for user name, e-mail and the name that others read. Only changes are sent, with the current password. */
export function ProfileInformation({ user }: { user: User }) {
  // Not the newest user, who may have been changed in another tab.
  const [shown, setShown] = useState(user)
  const schema = useMemo(() => profileSchema(shown), [shown])
  const form = useSchemaForm(schema, fieldsOfUser(shown))
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const saving = form.formState.isSubmitting

  const send = submitHandler(form, async (fields) => {
    setOutcome(null)
    try {
      const saved = await saveProfile(user, profileChanges(fields, shown), fields.currentPassword)
      setShown(saved)
      form.reset(fieldsOfUser(saved))
      setOutcome({ severity: 'success', text: () => t('profile.saved') })
    } catch (error) {
      if (faultOf(error).status === 401) rejectField(form, 'currentPassword', () => errorText(error))
      else setOutcome(errorOutcome(error))
    }
  })

  return (
    <Section id="information" title={t('profile.information')}>
      <form
        noValidate
        aria-label={t('profile.information')}
        onChange={() => setOutcome(null)}
        onSubmit={(event) => {
          if (profileChanges(form.getValues(), shown)) {
            send(event)
            return
          }
          event.preventDefault()
          form.clearErrors()
          setOutcome({ severity: 'info', text: () => t('forms.unchanged') })
        }}
      >
        <Stack spacing={2.5} sx={{ mt: 2.5 }}>
          <Fields form={form} shown={shown} isConfirmed={user.email_confirmed} />
          <OutcomeBanner outcome={outcome} />
          <div>
            <BusyButton type="submit" busy={saving}>
              {t(saving ? 'ui.saving' : 'profile.save')}
            </BusyButton>
          </div>
        </Stack>
      </form>
      {user.email !== null && !user.email_confirmed && (
        <ConfirmEmailForm key={user.email} address={user.email} />
      )}
      {user.email_confirmed && user.wants_reminders !== undefined && (
        <RemindersOption isOn={user.wants_reminders} />
      )}
    </Section>
  )
}

interface FieldsProps {
  form: FormOf<ProfileFields>
  shown: User
  isConfirmed: boolean
}

function Fields({ form: { control }, shown, isConfirmed }: FieldsProps) {
  const isChanged = useWatch({ control, compute: (fields) => profileChanges(fields, shown) !== null })
  return (
    <>
      <FieldRow>
        <FormText
          control={control}
          name="username"
          label={t('profile.username')}
          autoComplete="username"
          required
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <FormText
          control={control}
          name="email"
          label={t('profile.email')}
          type="email"
          autoComplete="email"
          hint={isConfirmed ? t('profile.emailConfirmed') : undefined}
        />
      </FieldRow>
      <FormText
        control={control}
        name="displayName"
        label={t('profile.displayName')}
        autoComplete="name"
        hint={t('profile.displayNameHint')}
      />
      {isChanged && (
        <FormPassword
          control={control}
          name="currentPassword"
          label={t('profile.currentPassword')}
          autoComplete="current-password"
          required
          hint={t('profile.currentPasswordHint')}
        />
      )}
    </>
  )
}
