import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useId, useState } from 'react'
import type { User } from '../../../contract/auth.ts'
import { errorMessage, keyTexts, toFailure } from '../../api/errorCatalogue.ts'
import { ForeignKeyDialog } from '../../session/ForeignKeyAlarm.tsx'
import { type ForeignKey, foreignKey } from '../../session/knownKey.ts'
import { confirmLoginPassword } from '../../session/session.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { UsernameHint } from '../../ui/UsernameHint.tsx'
import { Outcome, type OutcomeText } from './Outcome.tsx'
import { storedKey } from './passwordChange.ts'
import { makeCurrent, openBackup } from './restoredKey.ts'

interface OlderPasswordFormProps {
  username: string
  onResealed: (user: User) => void
}

/**
 * A password that was reset for the user leaves the private key sealed under the one before: opens it with that, and
 * seals it anew.
 */
export function OlderPasswordForm({ username, onResealed }: OlderPasswordFormProps) {
  const [fields, setFields] = useState({ older: '', current: '' })
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const [busy, setBusy] = useState(false)
  const [foreign, setForeign] = useState<ForeignKey | null>(null)
  const headingId = useId()

  function change(changed: Partial<typeof fields>) {
    setFields({ ...fields, ...changed })
    setOutcome(null)
  }

  /** @param accepted the fingerprint of a key that this device did not know */
  async function send(accepted: string | null) {
    setForeign(null)
    setBusy(true)
    setOutcome(null)
    try {
      setOutcome(await reseal(accepted))
    } catch (error) {
      setOutcome({ severity: 'error', text: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void send(null)
  }

  async function reseal(accepted: string | null): Promise<OutcomeText | null> {
    try {
      await confirmLoginPassword(username, fields.current)
    } catch (error) {
      if (toFailure(error).status !== 401) throw error
      return { severity: 'error', text: keyTexts.passwordNotVerified }
    }
    const stored = await storedKey()
    if (!stored) return { severity: 'error', text: keyTexts.dataMissing }
    const opened = await openBackup(stored, fields.older)
    if (!opened) {
      return { severity: 'error', text: 'Your stored key does not open with this older password either.' }
    }
    try {
      if (opened.standing !== 'current') {
        return {
          severity: 'error',
          text: 'The stored private key does not belong to your public key. Restore a backup, or generate a new pair.',
        }
      }
      const { fingerprint } = opened.key
      const unknown = await foreignKey({ username, fingerprint }, accepted)
      if (unknown) {
        setForeign(unknown)
        return null
      }
      onResealed(await makeCurrent(username, opened, fields.current))
      setFields({ older: '', current: '' })
      return {
        severity: 'success',
        text: 'Your private key is sealed with your current login password again.',
      }
    } finally {
      opened.pkcs8Bytes.fill(0)
    }
  }

  return (
    <form noValidate aria-labelledby={headingId} onSubmit={submit}>
      <Typography variant="h3" id={headingId}>
        Key Sealed with an Older Password
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, mb: 2.5 }}>
        When your login password was reset for you, your key is still sealed with the one before. Open it with
        that once, and it is sealed with the current one.
      </Typography>
      <UsernameHint username={username} />
      <Stack sx={{ gap: 2 }}>
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: 'flex-start' }}>
          <PasswordField
            label="Older password"
            name="older"
            autoComplete="off"
            required
            disabled={busy}
            value={fields.older}
            onChange={(event) => change({ older: event.target.value })}
          />
          <PasswordField
            label="Current login password"
            name="current"
            autoComplete="current-password"
            required
            disabled={busy}
            value={fields.current}
            onChange={(event) => change({ current: event.target.value })}
          />
        </Stack>
        <Outcome outcome={outcome} />
        <div>
          <Button
            type="submit"
            variant="outlined"
            disabled={busy || fields.older === '' || fields.current === ''}
          >
            {busy ? 'Sealing...' : 'Seal with Current Password'}
          </Button>
        </div>
      </Stack>
      <ForeignKeyDialog
        foreign={foreign}
        onUse={() => void send(foreign?.fingerprint ?? null)}
        onRefuse={() => {
          setForeign(null)
          setOutcome({ severity: 'info', text: 'Nothing was changed.' })
        }}
      />
    </form>
  )
}
