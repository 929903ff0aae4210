import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { User } from '../../../contract/auth.ts'
import { FormPassword } from '../../forms/fields.tsx'
import { refuse, submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { errorText } from '../../texts/errorText.ts'
import { formTexts } from '../../texts/forms.ts'
import { Banner } from '../../ui/Banner.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { UsernameHint } from '../../ui/UsernameHint.tsx'
import { lostSheet } from './MakeRecoveryCode.tsx'
import { passwordSchema } from './profileFields.ts'
import { removeRecoveryCode } from './recoveryCode.ts'

const schema = passwordSchema(formTexts.noCurrentPassword)

interface RemoveRecoveryCodeProps {
  username: string
  onRemoved: (user: User) => void
  onClose: () => void
}

export function RemoveRecoveryCode({ username, onRemoved, onClose }: RemoveRecoveryCodeProps) {
  const form = useSchemaForm(schema, { password: '' })
  const busy = form.formState.isSubmitting
  const titleId = useId()

  const send = submitting(form, async ({ password }) => {
    try {
      onRemoved(await removeRecoveryCode(username, password))
    } catch (error) {
      refuse(form, 'password', errorText(error))
    }
  })

  return (
    <Dialog open maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Remove the recovery code?</DialogTitle>
      <form noValidate onSubmit={send}>
        <DialogContent>
          <Stack spacing={2}>
            <Typography variant="body2" color="textSecondary">
              If you then forget your login password, only a backup file and the password of its day open what
              was sent to you.
            </Typography>
            <Banner severity="warning">{lostSheet}</Banner>
            <UsernameHint username={username} />
            <FormPassword
              control={form.control}
              name="password"
              label="Current login password"
              autoComplete="current-password"
              required
              autoFocus
              readOnly={busy}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" variant="contained" color="error" busy={busy}>
            {busy ? 'Removing...' : 'Remove'}
          </BusyButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
