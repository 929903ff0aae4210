import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Stack from '@mui/material/Stack'
import { type ReactNode, useState } from 'react'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { rejectField, submitHandler, useSchemaForm } from '../../forms/schemaForm.ts'
import { type LazyText, usePasswordText } from '../../session/usePasswordText.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { errorOutcome, Outcome, type OutcomeText } from './Outcome.tsx'
import { passwordSchema } from './profileFields.ts'

const schema = passwordSchema({ error: () => t('forms.currentPasswordMissing') })

/** Reason why the action failed. */
export interface Refusal {
  text: LazyText
  /** True if the password is at fault. */
  ofPassword: boolean
}

interface PasswordDialogProps {
  title: string
  username: string
  /** Explanation of the action. */
  children: ReactNode
  /** Verb on the confirm button. */
  confirmLabel: string
  busyLabel: string
  destructive?: boolean
  /** True while another question is shown. */
  waits?: boolean
  /** @returns a reason if it failed @throws errors, of which that of a wrong password is shown at the field */
  act: (password: string) => Promise<Refusal | null> | Promise<void>
  onCancel: () => void
  /** Question shown in between. */
  question?: ReactNode
}

/** Asks for the login password before an action. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, username, children, confirmLabel, busyLabel, destructive = false, onCancel } = props
  const passwordText = usePasswordText()
  const form = useSchemaForm(schema, { password: '' })
  const [refusal, setRefusal] = useState<OutcomeText | null>(null)
  const busy = form.formState.isSubmitting && !props.waits

  const send = submitHandler(form, async ({ password }) => {
    setRefusal(null)
    try {
      const refused = await props.act(password)
      if (refused && refused.ofPassword) rejectField(form, 'password', () => refused.text(passwordText))
      else if (refused) setRefusal({ severity: 'error', text: refused.text })
    } catch (error) {
      if (faultOf(error).code === 'badPassword') rejectField(form, 'password', () => errorText(error))
      else setRefusal(errorOutcome(error))
    }
  })

  return (
    <TitledDialog open maxWidth="sm" onClose={() => !busy && onCancel()} title={title}>
      <form noValidate onSubmit={send}>
        <DialogContent>
          <Stack spacing={2}>
            {children}
            <Outcome outcome={refusal} />
            <CurrentPassword
              username={username}
              control={form.control}
              name="password"
              autoFocus
              readOnly={busy}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <CancelButton disabled={busy} onClick={onCancel} />
          <BusyButton type="submit" variant="contained" color={destructive ? 'error' : 'primary'} busy={busy}>
            {busy ? busyLabel : confirmLabel}
          </BusyButton>
        </DialogActions>
      </form>
      {props.question}
    </TitledDialog>
  )
}
