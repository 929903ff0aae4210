import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type SubmitEvent, useRef, useState } from 'react'
import { maxDescriptionLength, maxTitleLength } from '../../../contract/limits.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { count } from '../../ui/format.ts'
import { Option } from '../../ui/Option.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import {
  checkFolder,
  type ExpirationMode,
  type FieldErrors,
  type FolderFields,
  isPast,
  removesPassword,
  splitEmails,
  withExpirationMode,
} from './folderFields.ts'

interface FolderFormProps {
  initial: FolderFields
  /** The folder that is edited; absent for a new one. */
  existing?: { hasPassword: boolean }
  /** The server can send mails; undefined while that is not known. */
  sendsMail: boolean | undefined
  submitLabel: string
  saving: boolean
  /** Why the last attempt was refused. */
  failure: string | null
  onSubmit: (fields: FolderFields) => void
  onCancel: () => void
}

export function FolderForm(props: FolderFormProps) {
  const { initial, existing, sendsMail, submitLabel, saving, failure, onSubmit, onCancel } = props
  const hasPassword = existing?.hasPassword ?? false
  const [fields, setFields] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [asking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function change(changed: Partial<FolderFields>) {
    const next = { ...fields, ...changed }
    setFields(next)
    // What has been complained of is judged anew while it is mended; what has not, is left in peace.
    if (Object.keys(errors).length > 0) setErrors(checkFolder(next, hasPassword))
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = checkFolder(fields, hasPassword)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else if (removesPassword(fields, hasPassword)) setAsking(true)
    else onSubmit(fields)
  }

  return (
    <Panel component="form" ref={form} noValidate onSubmit={submit}>
      <Stack sx={{ gap: 3 }}>
        {failure !== null && (
          <Banner severity="error">
            An error occurred while saving. Please check details.
            <br />
            {failure}
          </Banner>
        )}
        <TextField
          label="Title"
          name="title"
          required
          autoFocus
          value={fields.title}
          error={errors.title !== undefined}
          helperText={errors.title ?? 'Uploaders see it at the top of the page.'}
          onChange={(event) => change({ title: event.target.value })}
          slotProps={{ htmlInput: { maxLength: maxTitleLength } }}
        />
        <TextField
          label="Description (optional)"
          name="description"
          multiline
          minRows={3}
          maxRows={12}
          value={fields.description}
          error={errors.description !== undefined}
          helperText={errors.description ?? 'Tell uploaders what to send.'}
          onChange={(event) => change({ description: event.target.value })}
          slotProps={{ htmlInput: { maxLength: maxDescriptionLength } }}
        />
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: 'flex-start' }}>
          <TextField
            select
            label="Expiration"
            name="expirationMode"
            value={fields.expirationMode}
            onChange={(event) => change(withExpirationMode(fields, event.target.value as ExpirationMode))}
            slotProps={{ select: { native: true } }}
            sx={{ flex: 1 }}
          >
            <option value="none">No expiration</option>
            <option value="date">Set expiration date</option>
            <option value="days">Set duration in days</option>
          </TextField>
          <Box sx={{ flex: 1, width: '100%' }}>
            {fields.expirationMode === 'date' && (
              <TextField
                label="Expires on"
                name="expirationDate"
                type="datetime-local"
                required
                value={fields.expirationDate}
                error={errors.expirationDate !== undefined}
                helperText={
                  errors.expirationDate ??
                  (isPast(fields.expirationDate)
                    ? 'This time has passed: the link would be expired from the start.'
                    : 'In your local time.')
                }
                color={isPast(fields.expirationDate) ? 'warning' : 'primary'}
                slotProps={{
                  formHelperText: isPast(fields.expirationDate) ? { sx: { color: 'warning.main' } } : {},
                }}
                onChange={(event) => change({ expirationDate: event.target.value })}
              />
            )}
            {fields.expirationMode === 'days' && (
              <TextField
                label="Days"
                name="expiresInDays"
                type="number"
                required
                value={fields.expiresInDays}
                error={errors.expiresInDays !== undefined}
                helperText={errors.expiresInDays ?? 'Counted from now.'}
                onChange={(event) => change({ expiresInDays: event.target.value })}
                slotProps={{ htmlInput: { min: 1, step: 1, inputMode: 'numeric' } }}
              />
            )}
          </Box>
        </Stack>
        <Divider />
        <Option
          label="Password protection"
          name="passwordProtection"
          checked={fields.passwordProtection}
          hint={
            hasPassword
              ? fields.passwordProtection
                ? 'Type a new password, or leave it blank to remove the one that is set.'
                : 'A password is set, and stays as it is.'
              : 'Uploaders are asked for it before anything else.'
          }
          onChange={(passwordProtection) => change({ passwordProtection, password: '', confirmPassword: '' })}
        >
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: 'flex-start' }}>
            <PasswordField
              label={hasPassword ? 'New link password' : 'Link password'}
              name="password"
              autoComplete="new-password"
              value={fields.password}
              error={errors.password !== undefined}
              helperText={errors.password}
              onChange={({ target }) =>
                change({ password: target.value, ...(target.value === '' && { confirmPassword: '' }) })
              }
            />
            <PasswordField
              label="Confirm link password"
              name="confirmPassword"
              autoComplete="new-password"
              disabled={fields.password === ''}
              value={fields.confirmPassword}
              error={errors.confirmPassword !== undefined}
              helperText={errors.confirmPassword}
              onChange={(event) => change({ confirmPassword: event.target.value })}
            />
          </Stack>
        </Option>
        <Option
          label="Require e-mail verification"
          name="requireEmail"
          checked={fields.requireEmail}
          hint={
            !fields.requireEmail && splitEmails(initial.allowedEmails).length > 0
              ? keptHint(splitEmails(initial.allowedEmails).length)
              : 'Uploaders get a code by e-mail. You see the address beside each of their files.'
          }
          onChange={(requireEmail) => change({ requireEmail })}
        >
          <Stack sx={{ gap: 2 }}>
            {sendsMail === false && (
              <Banner severity="warning">
                This server has no mail server configured (SMTP_URL): uploaders would wait for codes that
                never reach them.
              </Banner>
            )}
            <TextField
              label="Allowed e-mails"
              name="allowedEmails"
              multiline
              maxRows={8}
              value={fields.allowedEmails}
              error={errors.allowedEmails !== undefined}
              helperText={errors.allowedEmails ?? allowedHint(fields.allowedEmails)}
              onChange={(event) => change({ allowedEmails: event.target.value })}
              slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, inputMode: 'email' } }}
            />
          </Stack>
        </Option>
        <Option
          label="Perform MIME check"
          name="performMimeCheck"
          checked={fields.performMimeCheck}
          hint="The uploader’s browser refuses files whose content does not match their extension. It happens before encryption; the server never sees the content."
          onChange={(performMimeCheck) => change({ performMimeCheck })}
        />
        {existing && (
          <Option
            label="Active"
            name="isActive"
            checked={fields.isActive}
            hint={
              fields.isActive
                ? 'The upload link works until the folder expires.'
                : 'The upload link answers as if it did not exist. Files and download links stay.'
            }
            onChange={(isActive) => change({ isActive })}
          />
        )}
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" disabled={saving}>
            {saving ? 'Saving...' : submitLabel}
          </Button>
          <Button variant="outlined" onClick={onCancel}>
            Cancel
          </Button>
        </Stack>
      </Stack>
      <ConfirmDialog
        open={asking}
        title="Remove the password?"
        confirmLabel="Remove Password"
        destructive
        onConfirm={() => {
          setAsking(false)
          onSubmit(fields)
        }}
        onCancel={() => setAsking(false)}
      >
        Whoever has the upload link can then use it without a password.
      </ConfirmDialog>
    </Panel>
  )
}

const keptHint = (addresses: number): string =>
  `Anybody with the link may upload. The list of ${count(addresses, 'allowed address', 'allowed addresses')} is kept for when you switch this on again.`

function allowedHint(typed: string): string {
  const addresses = splitEmails(typed).length
  if (addresses === 0)
    return 'Separated by commas. While it is empty, any verified e-mail address may upload.'
  return addresses === 1 ? 'Only this address may upload.' : `Only these ${addresses} addresses may upload.`
}
