import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Stack from '@mui/material/Stack'
import { type ReactNode, useMemo, useState } from 'react'
import { maxDescriptionLength, maxTitleLength } from '../../../contract/limits.ts'
import { FormOption, FormText } from '../../forms/fields.tsx'
import { type FormOf, submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { Banner } from '../../ui/Banner.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Buttons } from '../../ui/layout.ts'
import { ExpirationFields } from './ExpirationFields.tsx'
import { type FolderFields, removesPassword } from './folderFields.ts'
import { folderSchema } from './folderSchema.ts'
import { MailOption } from './MailOption.tsx'
import { EmailOption, PasswordOption } from './ProtectionOptions.tsx'
import { SizeOption } from './SizeOption.tsx'

interface FolderFormProps {
  initial: FolderFields
  /** The folder that is edited; absent for a new one. */
  existing?: { hasPassword: boolean }
  /** Others may open it too. */
  isShared: boolean
  /** The server can send mails; undefined while that is not known. */
  sendsMail: boolean | undefined
  submitLabel: string
  saving: boolean
  /** Why the last attempt was refused. */
  failure: string | null
  onSubmit: (fields: FolderFields) => void
  onCancel: () => void
  /** What is chosen besides, below the title. */
  children?: ReactNode
}

export function FolderForm(props: FolderFormProps) {
  const { initial, existing, isShared, sendsMail, submitLabel, saving, failure, onSubmit, onCancel } = props
  const hasPassword = existing?.hasPassword === true
  const schema = useMemo(() => folderSchema(hasPassword), [hasPassword])
  const form = useSchemaForm(schema, initial)
  /** What is saved once it is certain that the password is to go. */
  const [doubtful, setDoubtful] = useState<FolderFields | null>(null)
  const send = submitting(form, (fields) =>
    removesPassword(fields, hasPassword) ? setDoubtful(fields) : onSubmit(fields),
  )

  return (
    <Panel component="form" noValidate onSubmit={send}>
      <Stack spacing={3}>
        {failure !== null && (
          <Banner severity="error">
            An error occurred while saving. Please check details.
            <br />
            {failure}
          </Banner>
        )}
        <Naming form={form} />
        {props.children}
        <ExpirationFields form={form} />
        <Divider />
        <PasswordOption form={form} hasPassword={hasPassword} />
        <EmailOption form={form} initial={initial.allowedEmails} sendsMail={sendsMail} />
        <FormOption
          control={form.control}
          name="performMimeCheck"
          label="Perform MIME check"
          hint={mimeHint}
        />
        <SizeOption form={form} />
        <MailOption form={form} sendsMail={sendsMail} isShared={isShared} />
        {existing && <FormOption control={form.control} name="isActive" label="Active" hint={activeHint} />}
        <Buttons>
          <BusyButton type="submit" variant="contained" busy={saving}>
            {saving ? 'Saving...' : submitLabel}
          </BusyButton>
          <Button variant="outlined" onClick={onCancel}>
            Cancel
          </Button>
        </Buttons>
      </Stack>
      <ConfirmDialog
        open={doubtful !== null}
        title="Remove the password?"
        confirmLabel="Remove Password"
        destructive
        onConfirm={() => {
          setDoubtful(null)
          if (doubtful) onSubmit(doubtful)
        }}
        onCancel={() => setDoubtful(null)}
      >
        Whoever has the upload link can then use it without a password.
      </ConfirmDialog>
    </Panel>
  )
}

function Naming({ form: { control } }: { form: FormOf<FolderFields> }) {
  return (
    <>
      <FormText
        control={control}
        name="title"
        label="Title"
        required
        autoFocus
        autoComplete="off"
        hint="Uploaders see it at the top of the page."
        slotProps={{ htmlInput: { maxLength: maxTitleLength } }}
      />
      <FormText
        control={control}
        name="description"
        label="Description (optional)"
        multiline
        minRows={3}
        maxRows={12}
        hint="Tell uploaders what to send."
        slotProps={{ htmlInput: { maxLength: maxDescriptionLength } }}
      />
    </>
  )
}

const mimeHint = () =>
  'The uploader’s browser refuses files whose content does not match their extension. It happens before encryption; the server never sees the content.'

const activeHint = (isActive: boolean) =>
  isActive
    ? 'The upload link works until the folder expires.'
    : 'The upload link answers as if it did not exist. Files and download links stay.'
