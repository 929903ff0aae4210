import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { faultOf } from '../../faults/faultOf.ts'
import { FormPassword } from '../../forms/fields.tsx'
import { type FormOf, refuse, submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { useOwnWords } from '../../session/ownWords.ts'
import { ForeignKeyDialog } from '../../session/ForeignKeyAlarm.tsx'
import { useUser } from '../../session/session.ts'
import { notify } from '../../store/hooks.ts'
import { faultText } from '../../texts/errorText.ts'
import { keyTexts } from '../../texts/keys.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Section } from '../../ui/Section.tsx'
import { UsernameHint } from '../../ui/UsernameHint.tsx'
import { FieldRow } from '../../ui/layout.ts'
import { Outcome, type OutcomeText } from './Outcome.tsx'
import { changeWithDecisions, type PasswordDecision } from './passwordChange.ts'
import { isFilledAndMatching, type NewPasswordFields, newPasswordSchema } from './profileFields.ts'
import { useQuestion } from './useQuestion.ts'

const blank: NewPasswordFields = { oldPassword: '', newPassword: '', confirmation: '' }

/** The password and the seal of the private key change together; see passwordChange.ts. */
export function ChangePassword({ username }: { username: string }) {
  const say = useOwnWords()
  const hasLogin = useUser()?.password_kind !== 'key'
  const form = useSchemaForm(newPasswordSchema, blank)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const { asked, ask, answer } = useQuestion<PasswordDecision, true>()
  const busy = form.formState.isSubmitting && asked === null
  const canSend = useWatch({ control: form.control, compute: isFilledAndMatching })

  const send = submitting(form, async (fields) => {
    setOutcome(null)
    try {
      const changed = await changeWithDecisions({ username, ...fields }, ask)
      if (!changed) {
        setOutcome({ severity: 'info', text: 'Nothing was changed.' })
        return
      }
      form.reset(blank)
      setOutcome({ severity: 'success', text: 'Password changed. All other sessions have been ended.' })
      if (changed.withoutKey) notify('error', keyTexts.notReencrypted, null)
    } catch (error) {
      const fault = faultOf(error)
      const message = faultText(fault)
      if (fault.status === 401) refuse(form, 'oldPassword', message)
      else
        setOutcome({ severity: 'error', text: fault.status === null ? unclear(message, hasLogin) : message })
    }
  })

  return (
    <Section
      title={say('Change Login Password')}
      intro="Your private key is sealed with this password. Both change together, or not at all."
    >
      <form
        noValidate
        aria-label={say('Change Login Password')}
        onChange={() => setOutcome(null)}
        onSubmit={send}
      >
        <UsernameHint username={username} />
        <Stack spacing={2.5} sx={{ mt: 2.5 }}>
          <Passwords form={form} />
          <Outcome outcome={outcome} />
          <div>
            <BusyButton type="submit" variant="outlined" busy={busy} disabled={!canSend}>
              {busy ? 'Changing...' : 'Change Password'}
            </BusyButton>
          </div>
        </Stack>
      </form>
      <Decisions asked={asked} onAnswer={answer} />
    </Section>
  )
}

function Passwords({ form }: { form: FormOf<NewPasswordFields> }) {
  const { control } = form
  const readOnly = form.formState.isSubmitting

  /** Said while typing, once there are two to compare. */
  function compare() {
    if (form.getValues('confirmation') === '') form.clearErrors('confirmation')
    else void form.trigger('confirmation')
  }

  return (
    <>
      <FormPassword
        control={control}
        name="oldPassword"
        label="Current password"
        autoComplete="current-password"
        required
        readOnly={readOnly}
      />
      <FieldRow>
        <FormPassword
          control={control}
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          required
          readOnly={readOnly}
          hint="At least 8 characters. Several words make a strong one."
          onChanged={compare}
        />
        <FormPassword
          control={control}
          name="confirmation"
          label="Confirm new password"
          autoComplete="new-password"
          required
          readOnly={readOnly}
          onChanged={compare}
        />
      </FieldRow>
    </>
  )
}

interface DecisionsProps {
  asked: PasswordDecision | null
  onAnswer: (answer: true | null) => void
}

function Decisions({ asked, onAnswer }: DecisionsProps) {
  const decide = { onConfirm: () => onAnswer(true), onCancel: () => onAnswer(null) }
  return (
    <>
      <ConfirmDialog
        open={asked?.type === 'key-not-opened'}
        title="Your private key does not open"
        confirmLabel="Change Password Only"
        destructive
        {...decide}
      >
        The private key that is stored does not open with your current password, so it cannot be sealed with
        the new one. It may still be sealed with an older password. You can change the password alone; the key
        stays as it is, and below you can open it with its older password or restore a backup.
      </ConfirmDialog>
      <ForeignKeyDialog
        foreign={asked?.type === 'foreign' ? asked.key : null}
        onUse={decide.onConfirm}
        onRefuse={decide.onCancel}
      />
    </>
  )
}

/** Without an answer nobody knows which password is in force; the key opens with whichever it is. */
const unclear = (message: string, hasLogin: boolean) =>
  hasLogin
    ? `${message} Your password may have been changed all the same: sign in with the new one, and if it is refused, with ` +
      'the old one. Your private key opens with the one that signs you in.'
    : `${message} Your password may have been changed all the same: your private key opens with the new one, or with the ` +
      'old one.'
