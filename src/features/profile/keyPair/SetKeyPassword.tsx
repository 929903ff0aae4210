import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { deriveLoginVerifier, newPasswordKdf } from '../../../../core/crypto/index.ts'
import { FormPassword } from '../../../forms/formFields.tsx'
import { submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { updateUser } from '../../../session/session.ts'
import { t } from '../../../../i18n/t.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { FieldRow } from '../../../ui/theme/layout.ts'
import { UsernameHint } from '../../../ui/fields/UsernameHint.tsx'
import { errorOutcome, OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { Subsection } from '../common/Subsection.tsx'
import { keyPasswordSchema } from '../information/profileFields.ts'

/** Sets a first password for a user who signs in by a provider. */
export function SetKeyPassword({ username }: { username: string }) {
  const form = useSchemaForm(keyPasswordSchema, { newPassword: '', confirmation: '' })
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const busy = form.formState.isSubmitting
  const common = { control: form.control, autoComplete: 'new-password', required: true, readOnly: busy }

  const send = submitHandler(form, async ({ newPassword }) => {
    setOutcome(null)
    try {
      const { kdf, iterations, salt } = newPasswordKdf()
      const new_password = await deriveLoginVerifier(newPassword, { kdf, iterations, salt })
      updateUser((await callApi('setKeyPassword', { body: { new_password, iterations, salt } })).user)
    } catch (error) {
      setOutcome(errorOutcome(error))
    }
  })

  return (
    <Subsection title={t('profile.setKeyPasswordTitle')} intro={t('profile.setKeyPasswordIntro')}>
      <form
        noValidate
        aria-label={t('profile.setKeyPasswordTitle')}
        onChange={() => setOutcome(null)}
        onSubmit={send}
      >
        <UsernameHint username={username} />
        <Stack spacing={2.5}>
          <FieldRow>
            <FormPassword
              {...common}
              name="newPassword"
              label={t('profile.keyPassword')}
              hint={t('profile.keyPasswordHint')}
            />
            <FormPassword {...common} name="confirmation" label={t('profile.confirmKeyPassword')} />
          </FieldRow>
          <OutcomeBanner outcome={outcome} />
          <div>
            <BusyButton type="submit" variant="contained" busy={busy}>
              {t(busy ? 'profile.settingKeyPassword' : 'profile.setKeyPassword')}
            </BusyButton>
          </div>
        </Stack>
      </form>
    </Subsection>
  )
}
