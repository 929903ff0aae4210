import { type ReactNode, useState } from 'react'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { rejectField, submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { ForeignKeyDialog } from '../../../session/ForeignKeyAlarm.tsx'
import type { ForeignKey } from '../../../session/knownKey.ts'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { AskAboutForeignKey, KeyRefusal } from '../keyPair/openCurrentKey.ts'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { errorOutcome, OutcomeBanner, type OutcomeText } from './OutcomeBanner.tsx'
import { passwordSchema } from '../information/profileFields.ts'
import { useQuestion } from '../../../ui/hooks/useQuestion.ts'

const schema = passwordSchema({ error: () => t('forms.currentPasswordMissing') })

interface PasswordDialogProps {
  title: string
  username: string
  children: ReactNode
  confirmLabel: string
  busyLabel: string
  destructive?: boolean
  /** @returns a reason if it failed @throws errors, of which that of a wrong password is shown at the field */
  onSubmit: (password: string, ask: AskAboutForeignKey) => Promise<KeyRefusal | null> | Promise<void>
  onCancel: () => void
}

/** Asks for the login password before an action. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, username, children, confirmLabel, busyLabel, destructive = false, onCancel } = props
  const passwordText = usePasswordText()
  const form = useSchemaForm(schema, { password: '' })
  const [refusal, setRefusal] = useState<OutcomeText | null>(null)
  const { openQuestion, ask, reply } = useQuestion<ForeignKey, true>()
  const busy = form.formState.isSubmitting && openQuestion === null

  const send = submitHandler(form, async ({ password }) => {
    setRefusal(null)
    try {
      const refused = await props.onSubmit(password, ask)
      if (refused && refused.isPasswordWrong) rejectField(form, 'password', () => refused.text(passwordText))
      else if (refused) setRefusal({ severity: 'error', text: refused.text })
    } catch (error) {
      if (faultOf(error).code === 'badPassword') rejectField(form, 'password', () => errorText(error))
      else setRefusal(errorOutcome(error))
    }
  })

  return (
    <FormDialog
      maxWidth="sm"
      title={title}
      onClose={() => !busy && onCancel()}
      submit={{ label: confirmLabel, busyLabel, busy, destructive }}
      onSubmit={send}
      cancel={{ disabled: busy }}
      onCancel={onCancel}
    >
      {children}
      <OutcomeBanner outcome={refusal} />
      <CurrentPasswordField
        username={username}
        control={form.control}
        name="password"
        autoFocus
        readOnly={busy}
      />
      <ForeignKeyDialog foreign={openQuestion} onUse={() => reply(true)} onRefuse={() => reply(null)} />
    </FormDialog>
  )
}
