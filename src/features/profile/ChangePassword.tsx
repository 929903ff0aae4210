import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { type SubmitEvent, useRef, useState } from 'react'
import { keyTexts, toFailure } from '../../api/errorCatalogue.ts'
import { ForeignKeyDialog } from '../../session/ForeignKeyAlarm.tsx'
import type { ForeignKey } from '../../session/knownKey.ts'
import { notify } from '../../store/hooks.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Section } from '../../ui/Section.tsx'
import { UsernameHint } from '../../ui/UsernameHint.tsx'
import { Outcome, type OutcomeText } from './Outcome.tsx'
import { changeLoginPassword, type PasswordChange } from './passwordChange.ts'
import {
  confirmationError,
  isFilledAndMatching,
  newPasswordError,
  type NewPasswordFields,
} from './profileFields.ts'

const blank: NewPasswordFields = { oldPassword: '', newPassword: '', confirmation: '' }

/** The password and the seal of the private key change together; see passwordChange.ts. */
export function ChangePassword({ username }: { username: string }) {
  const [fields, setFields] = useState(blank)
  const [oldError, setOldError] = useState<string | null>(null)
  const [newError, setNewError] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [foreign, setForeign] = useState<ForeignKey | null>(null)
  const oldInput = useRef<HTMLInputElement>(null)
  const newInput = useRef<HTMLInputElement>(null)
  const mismatch = confirmationError(fields)

  function change(changed: Partial<NewPasswordFields>) {
    setFields({ ...fields, ...changed })
    setOldError(null)
    setNewError(null)
    setOutcome(null)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const error = newPasswordError(fields)
    setNewError(error)
    if (error === null) void send({})
    else newInput.current?.focus()
  }

  async function send(choice: Pick<PasswordChange, 'withoutKey' | 'accepted'>) {
    setAsking(false)
    setForeign(null)
    setBusy(true)
    setOutcome(null)
    try {
      const outcome = await changeLoginPassword({ username, ...fields, ...choice })
      if (outcome !== 'changed') {
        if (outcome === 'key-not-opened') setAsking(true)
        else setForeign(outcome)
        return
      }
      setFields(blank)
      setOutcome({ severity: 'success', text: 'Password changed. All other sessions have been ended.' })
      if (choice.withoutKey) notify('error', keyTexts.notReencrypted, null)
    } catch (error) {
      const { status, message } = toFailure(error)
      if (status === 401) {
        setOldError(message)
        setTimeout(() => oldInput.current?.select())
      } else setOutcome({ severity: 'error', text: status === null ? unclear(message) : message })
    } finally {
      setBusy(false)
    }
  }

  function cancel() {
    setAsking(false)
    setForeign(null)
    setOutcome({ severity: 'info', text: 'Nothing was changed.' })
  }

  return (
    <Section
      title="Change Login Password"
      intro="Your private key is sealed with this password. Both change together, or not at all."
    >
      <form noValidate aria-label="Change Login Password" onSubmit={submit}>
        <UsernameHint username={username} />
        <Stack sx={{ gap: 2.5, mt: 2.5 }}>
          <PasswordField
            label="Current password"
            name="oldPassword"
            ref={oldInput}
            autoComplete="current-password"
            required
            disabled={busy}
            value={fields.oldPassword}
            error={oldError !== null}
            helperText={oldError}
            onChange={(event) => change({ oldPassword: event.target.value })}
          />
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: 'flex-start' }}>
            <PasswordField
              label="New password"
              name="newPassword"
              ref={newInput}
              autoComplete="new-password"
              required
              disabled={busy}
              value={fields.newPassword}
              error={newError !== null}
              helperText={newError ?? 'At least 8 characters. Several words make a strong one.'}
              onChange={(event) => change({ newPassword: event.target.value })}
            />
            <PasswordField
              label="Confirm new password"
              name="confirmation"
              autoComplete="new-password"
              required
              disabled={busy}
              value={fields.confirmation}
              error={mismatch !== null}
              helperText={mismatch}
              onChange={(event) => change({ confirmation: event.target.value })}
            />
          </Stack>
          <Outcome outcome={outcome} />
          <div>
            <Button type="submit" variant="outlined" disabled={busy || !isFilledAndMatching(fields)}>
              {busy ? 'Changing...' : 'Change Password'}
            </Button>
          </div>
        </Stack>
      </form>
      <ConfirmDialog
        open={asking}
        title="Your private key does not open"
        confirmLabel="Change Password Only"
        destructive
        onConfirm={() => void send({ withoutKey: true })}
        onCancel={cancel}
      >
        The private key that is stored does not open with your current password, so it cannot be sealed with
        the new one. It may still be sealed with an older password. You can change the login password alone;
        the key stays as it is, and below you can open it with its older password or restore a backup.
      </ConfirmDialog>
      <ForeignKeyDialog
        foreign={foreign}
        onUse={() => void send({ accepted: foreign?.fingerprint ?? null })}
        onRefuse={cancel}
      />
    </Section>
  )
}

/** Without an answer nobody knows which password is in force; the key opens with whichever it is. */
const unclear = (message: string) =>
  `${message} Your password may have been changed all the same: sign in with the new one, and if it is refused, with ` +
  'the old one. Your private key opens with the one that signs you in.'
