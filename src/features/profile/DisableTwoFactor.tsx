import Stack from '@mui/material/Stack'
import type { User } from '../../../contract/auth.ts'
import { callApi } from '../../api/client.ts'
import { FormPassword } from '../../forms/fields.tsx'
import { refuse, submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { loginVerifier } from '../../session/session.ts'
import { errorText } from '../../texts/errorText.ts'
import { formTexts } from '../../texts/forms.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { UsernameHint } from '../../ui/UsernameHint.tsx'
import { passwordSchema } from './profileFields.ts'
import { useQuestion } from './useQuestion.ts'

const schema = passwordSchema(formTexts.noCurrentPassword)

interface DisableTwoFactorProps {
  user: User
  onDisabled: (user: User) => void
}

export function DisableTwoFactor({ user, onDisabled }: DisableTwoFactorProps) {
  const form = useSchemaForm(schema, { password: '' })
  const { asked, ask, answer } = useQuestion<'sure', true>()
  const busy = form.formState.isSubmitting && asked === null

  const send = submitting(form, async (fields) => {
    if (!(await ask('sure'))) return
    try {
      const password = await loginVerifier(user.username, fields.password)
      onDisabled((await callApi('disableTwoFactor', { body: { password } })).user)
    } catch (error) {
      refuse(form, 'password', errorText(error))
    }
  })

  return (
    <form noValidate aria-label="Disable two-factor authentication" onSubmit={send}>
      <UsernameHint username={user.username} />
      <Stack spacing={2}>
        <FormPassword
          control={form.control}
          name="password"
          label="Current password"
          autoComplete="current-password"
          required
          readOnly={busy}
        />
        <div>
          <BusyButton type="submit" variant="outlined" color="error" busy={busy}>
            {busy ? 'Disabling...' : 'Disable Two-Factor Authentication'}
          </BusyButton>
        </div>
      </Stack>
      <ConfirmDialog
        open={asked !== null}
        title="Disable two-factor authentication?"
        confirmLabel="Disable"
        destructive
        onConfirm={() => answer(true)}
        onCancel={() => answer(null)}
      >
        Your password alone will then be enough to sign in.
      </ConfirmDialog>
    </form>
  )
}
