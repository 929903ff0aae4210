import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type SubmitEvent, useRef, useState } from 'react'
import type { User } from '../../../contract/auth.ts'
import { callApi } from '../../api/client.ts'
import { toFailure } from '../../api/errorCatalogue.ts'
import { loginVerifier, rememberUser } from '../../session/session.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Section } from '../../ui/Section.tsx'
import { Outcome, type OutcomeText } from './Outcome.tsx'
import { checkProfile, noProfileChanges, profileChanges, type ProfileErrors } from './profileFields.ts'

/** Username and e-mail; only what changed is sent, with the current password. */
export function ProfileInformation({ user }: { user: User }) {
  const [fields, setFields] = useState({
    username: user.username,
    email: user.email ?? '',
    currentPassword: '',
  })
  const [errors, setErrors] = useState<ProfileErrors>({})
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const [saving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function change(changed: Partial<typeof fields>) {
    setFields({ ...fields, ...changed })
    setErrors({})
    setOutcome(null)
  }

  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const changes = profileChanges(fields, user)
    if (!changes) {
      setOutcome({ severity: 'info', text: noProfileChanges })
      return
    }
    const found = checkProfile(fields, changes)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      focus(first)
      return
    }
    setSaving(true)
    setOutcome(null)
    try {
      const current_password = await loginVerifier(user.username, fields.currentPassword)
      const answer = await callApi('updateCurrentUser', { body: { ...changes, current_password } })
      rememberUser(answer.user)
      setFields({ username: answer.user.username, email: answer.user.email ?? '', currentPassword: '' })
      setOutcome({ severity: 'success', text: 'Profile saved.' })
    } catch (error) {
      const { status, message } = toFailure(error)
      if (status === 401) setErrors({ currentPassword: message })
      else setOutcome({ severity: 'error', text: message })
    } finally {
      setSaving(false)
    }
  }

  return (
    <Section title="Profile Information">
      <form ref={form} noValidate aria-label="Profile Information" onSubmit={(event) => void submit(event)}>
        <Stack sx={{ gap: 2.5, mt: 2.5 }}>
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: 'flex-start' }}>
            <TextField
              label="Username"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              value={fields.username}
              error={errors.username !== undefined}
              helperText={errors.username}
              onChange={(event) => change({ username: event.target.value })}
            />
            <TextField
              label="E-mail (optional)"
              name="email"
              type="email"
              autoComplete="email"
              value={fields.email}
              error={errors.email !== undefined}
              helperText={errors.email}
              onChange={(event) => change({ email: event.target.value })}
            />
          </Stack>
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            required
            value={fields.currentPassword}
            error={errors.currentPassword !== undefined}
            helperText={errors.currentPassword ?? 'Needed to save changes.'}
            onChange={(event) => change({ currentPassword: event.target.value })}
          />
          <Outcome outcome={outcome} />
          <div>
            <Button type="submit" variant="outlined" disabled={saving}>
              {saving ? 'Saving...' : 'Save Profile'}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}
