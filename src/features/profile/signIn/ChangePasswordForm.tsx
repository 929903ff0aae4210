import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { FormPassword } from '../../../forms/formFields.tsx'
import { type FormOf, rejectField, submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { ForeignKeyDialog } from '../../../session/ForeignKeyAlarm.tsx'
import { notify } from '../../../store/hooks.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { UsernameHint } from '../../../ui/fields/UsernameHint.tsx'
import { FieldRow } from '../../../ui/theme/layout.ts'
import { CollapsibleFields } from '../common/CollapsibleFields.tsx'
import { errorOutcome, OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { changePasswordInteractively, type PasswordDecision, PasswordUnclearError } from './passwordChange.ts'
import {
  isFilledAndMatching,
  type NewPasswordFields,
  newPasswordSchema,
} from '../information/profileFields.ts'
import { useQuestion } from '../../../ui/hooks/useQuestion.ts'

const blankFields: NewPasswordFields = { oldPassword: '', newPassword: '', confirmation: '' }

export function ChangePasswordForm({ username }: { username: string }) {
  const passwordText = usePasswordText()
  const form = useSchemaForm(newPasswordSchema, blankFields)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const { openQuestion, ask, reply } = useQuestion<PasswordDecision, true>()
  const busy = form.formState.isSubmitting && openQuestion === null
  const headingId = useId()
  const canSend = useWatch({ control: form.control, compute: isFilledAndMatching })

  const send = submitHandler(form, async (fields) => {
    setOutcome(null)
    try {
      const changed = await changePasswordInteractively({ username, ...fields }, ask)
      if (!changed) {
        setOutcome({ severity: 'info', text: () => t('profile.nothingChanged') })
        return
      }
      form.reset(blankFields)
      setOutcome({ severity: 'success', text: () => t('profile.passwordChanged') })
      if (changed.withoutKey) notify('error', t('keys.notReencrypted'), null)
    } catch (error) {
      const fault = faultOf(error)
      if (fault.status === 401) rejectField(form, 'oldPassword', () => faultText(fault))
      // It is unknown which password is valid now; the key opens with that one.
      else if (error instanceof PasswordUnclearError)
        setOutcome({
          severity: 'error',
          text: (passwordText) => passwordText('profile.passwordUnclear', { reason: faultText(fault) }),
        })
      else setOutcome(errorOutcome(error))
    }
  })

  return (
    <>
      <form
        id="password"
        noValidate
        aria-labelledby={headingId}
        onChange={() => setOutcome(null)}
        onSubmit={send}
      >
        <CollapsibleFields
          id={headingId}
          title={passwordText('profile.changePasswordTitle')}
          intro={t('profile.changePasswordIntro')}
          isCollapsed
        >
          <UsernameHint username={username} />
          <Stack spacing={2.5}>
            <PasswordFields form={form} />
            <OutcomeBanner outcome={outcome} />
            <div>
              <BusyButton type="submit" busy={busy} disabled={!canSend}>
                {t(busy ? 'profile.changingPassword' : 'profile.changePassword')}
              </BusyButton>
            </div>
          </Stack>
        </CollapsibleFields>
      </form>
      <PasswordDecisionDialogs openQuestion={openQuestion} onReply={reply} />
    </>
  )
}

function PasswordFields({ form }: { form: FormOf<NewPasswordFields> }) {
  /** Validates the confirmation while typing, once it is filled. */
  function compare() {
    if (form.getValues('confirmation') === '') form.clearErrors('confirmation')
    else void form.trigger('confirmation')
  }

  const common = { control: form.control, required: true, readOnly: form.formState.isSubmitting }
  const ofNew = { ...common, autoComplete: 'new-password', onChanged: compare }
  return (
    <>
      <FormPassword
        {...common}
        name="oldPassword"
        label={t('profile.currentPassword')}
        autoComplete="current-password"
      />
      <FieldRow>
        <FormPassword
          {...ofNew}
          name="newPassword"
          label={t('profile.newPassword')}
          hint={t('profile.newPasswordHint')}
        />
        <FormPassword {...ofNew} name="confirmation" label={t('profile.confirmPassword')} />
      </FieldRow>
    </>
  )
}

interface PasswordDecisionDialogsProps {
  openQuestion: PasswordDecision | null
  onReply: (reply: true | null) => void
}

function PasswordDecisionDialogs({ openQuestion, onReply }: PasswordDecisionDialogsProps) {
  const decide = { onConfirm: () => onReply(true), onCancel: () => onReply(null) }
  return (
    <>
      <ConfirmDialog
        open={openQuestion?.type === 'key-not-opened'}
        title={t('profile.keyNotOpened')}
        confirmLabel={t('profile.changePasswordOnly')}
        destructive
        {...decide}
      >
        {t('profile.keyNotOpenedText')}
      </ConfirmDialog>
      <ForeignKeyDialog
        foreign={openQuestion?.type === 'foreign' ? openQuestion.key : null}
        onUse={decide.onConfirm}
        onRefuse={decide.onCancel}
      />
    </>
  )
}
