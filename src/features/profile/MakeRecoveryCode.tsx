import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { User } from '../../../contract/auth.ts'
import { FormPassword } from '../../forms/fields.tsx'
import { refuse, submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { ForeignKeyDialog } from '../../session/ForeignKeyAlarm.tsx'
import type { ForeignKey } from '../../session/knownKey.ts'
import { errorText } from '../../texts/errorText.ts'
import { formTexts } from '../../texts/forms.ts'
import { Banner } from '../../ui/Banner.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { UsernameHint } from '../../ui/UsernameHint.tsx'
import { passwordSchema } from './profileFields.ts'
import { type MadeCode, makeRecoveryCode } from './recoveryCode.ts'
import type { SheetContent } from './recoverySheet.ts'
import { SheetDialog } from './SheetDialog.tsx'
import { useQuestion } from './useQuestion.ts'

interface MakeRecoveryCodeProps {
  username: string
  /** There is one already. */
  replaces: boolean
  onMade: (user: User) => void
  /** Closed in any way, after `onMade` too. */
  onClose: () => void
}

/** The password, then the sheet. */
export function MakeRecoveryCode({ onMade, onClose, ...rest }: MakeRecoveryCodeProps) {
  const [sheet, setSheet] = useState<SheetContent | null>(null)

  function made(code: Extract<MadeCode, { type: 'made' }>) {
    setSheet(code.sheet)
    onMade(code.user)
  }

  return sheet ? (
    <SheetDialog content={sheet} onClose={onClose} />
  ) : (
    <AskPassword {...rest} onMade={made} onClose={onClose} />
  )
}

const schema = passwordSchema(formTexts.noCurrentPassword)

interface AskPasswordProps extends Omit<MakeRecoveryCodeProps, 'onMade'> {
  onMade: (code: Extract<MadeCode, { type: 'made' }>) => void
}

function AskPassword({ username, replaces, onMade, onClose }: AskPasswordProps) {
  const form = useSchemaForm(schema, { password: '' })
  const [refusal, setRefusal] = useState<string | null>(null)
  const { asked, ask, answer } = useQuestion<ForeignKey, true>()
  const busy = form.formState.isSubmitting && asked === null
  const titleId = useId()

  const send = submitting(form, async ({ password }) => {
    setRefusal(null)
    try {
      const code = await makeRecoveryCode(username, password, ask)
      if (code.type === 'made') onMade(code)
      else if (code.ofPassword) refuse(form, 'password', code.text)
      else setRefusal(code.text)
    } catch (error) {
      setRefusal(errorText(error))
    }
  })

  return (
    <Dialog open maxWidth="sm" onClose={() => !busy && onClose()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {replaces ? 'Replace the Recovery Code' : 'Make a Recovery Code'}
      </DialogTitle>
      <form noValidate onSubmit={send}>
        <DialogContent>
          <Stack spacing={2}>
            <Typography variant="body2" color="textSecondary">
              Your password opens the private key in this browser, which seals it once more, for a code of 28
              characters. You get the code as a sheet of paper; the server keeps what only the code opens.
            </Typography>
            {replaces && <Banner severity="warning">{lostSheet}</Banner>}
            {refusal !== null && <Banner severity="error">{refusal}</Banner>}
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
          <Button variant="outlined" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" variant="contained" busy={busy}>
            {busy ? 'Making...' : 'Make the Code'}
          </BusyButton>
        </DialogActions>
      </form>
      <ForeignKeyDialog foreign={asked} onUse={() => answer(true)} onRefuse={() => answer(null)} />
    </Dialog>
  )
}

/** What the sheet of a code is still good for that is not in force any more. */
export const lostSheet =
  'The sheet of the present code then opens nothing here any more. But that the server forgets is only its promise, and copies of its data ' +
  'may exist: if somebody else may have the sheet, generate a new key pair.'
