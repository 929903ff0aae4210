import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type SubmitEvent, useRef, useState } from 'react'
import { maxDescriptionLength, maxTitleLength } from '../../../contract/limits.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Panel } from '../../ui/Panel.tsx'
import {
  checkFolder,
  type ExpirationMode,
  type FieldErrors,
  type FolderFields,
  isPast,
  withExpirationMode,
} from './folderFields.ts'

interface FolderFormProps {
  initial: FolderFields
  submitLabel: string
  saving: boolean
  /** Why the last attempt was refused. */
  failure: string | null
  onSubmit: (fields: FolderFields) => void
  onCancel: () => void
}

export function FolderForm({ initial, submitLabel, saving, failure, onSubmit, onCancel }: FolderFormProps) {
  const [fields, setFields] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)

  function change(next: FolderFields) {
    setFields(next)
    // What has been complained of is judged anew while it is mended; what has not, is left in peace.
    if (Object.keys(errors).length > 0) setErrors(checkFolder(next))
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = checkFolder(fields)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first === undefined) onSubmit(fields)
    else form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
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
          onChange={(event) => change({ ...fields, title: event.target.value })}
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
          onChange={(event) => change({ ...fields, description: event.target.value })}
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
                onChange={(event) => change({ ...fields, expirationDate: event.target.value })}
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
                onChange={(event) => change({ ...fields, expiresInDays: event.target.value })}
                slotProps={{ htmlInput: { min: 1, step: 1, inputMode: 'numeric' } }}
              />
            )}
          </Box>
        </Stack>
        <Box>
          <FormControlLabel
            label="Perform MIME check"
            control={
              <Checkbox
                name="performMimeCheck"
                checked={fields.performMimeCheck}
                onChange={(event) => change({ ...fields, performMimeCheck: event.target.checked })}
                slotProps={{ input: { 'aria-describedby': 'mime-check-hint' } }}
              />
            }
          />
          <FormHelperText id="mime-check-hint" sx={{ mt: 0, ml: 3.75 }}>
            The uploader’s browser refuses files whose content does not match their extension. It happens
            before encryption; the server never sees the content.
          </FormHelperText>
        </Box>
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end', flexWrap: 'wrap' }}>
          <Button variant="outlined" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={saving}>
            {saving ? 'Saving...' : submitLabel}
          </Button>
        </Stack>
      </Stack>
    </Panel>
  )
}
