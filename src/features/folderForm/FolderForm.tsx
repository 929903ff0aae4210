import Divider from '@mui/material/Divider'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import { type ReactNode, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { maxDescriptionLength, maxTitleLength } from '../../../contract/limits.ts'
import type { OperatorRules } from '../../../contract/operatorRules.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { FormCheckbox, FormText } from '../../forms/formFields.tsx'
import { type FormOf, submitHandler, useSchemaForm } from '../../forms/schemaForm.ts'
import { useUser } from '../../session/session.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { mailHint, mailLabel, mailProblem } from '../../../i18n/noticeTexts.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { MailProblem } from '../../ui/messages/MailProblem.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { Buttons } from '../../ui/theme/layout.ts'
import { CancelButton } from '../../ui/buttons/CancelButton.tsx'
import { ExpirationFields } from './ExpirationFields.tsx'
import { type FolderFields, removesPassword, toRuledFolder } from './folderFields.ts'
import { folderSchema } from './folderSchema.ts'
import { MoreOptions } from './MoreOptions.tsx'
import { EmailVerificationOption, PasswordOption } from './ProtectionOptions.tsx'
import { RetentionFields } from './RetentionFields.tsx'
import { SenderFields } from './SenderFields.tsx'

interface FolderFormProps {
  initial: FolderFields
  rules: OperatorRules
  /** The folder to edit; absent for a new one. */
  existing?: { hasPassword: boolean }
  isShared: boolean
  /** True if the server can send mail; undefined if unknown. */
  sendsMail: boolean | undefined
  submitLabel: string
  isSaving: boolean
  failure: Fault | null
  onSubmit: (fields: FolderFields) => void
  onCancel: () => void
  children?: ReactNode
}

export function FolderForm(props: FolderFormProps) {
  const {
    initial,
    rules,
    existing,
    isShared,
    sendsMail,
    submitLabel,
    isSaving,
    failure,
    onSubmit,
    onCancel,
  } = props
  const hasPassword = existing?.hasPassword === true
  const isNew = existing === undefined
  const schema = useMemo(
    () => folderSchema(hasPassword, rules, isNew ? undefined : toRuledFolder(initial, hasPassword)),
    [hasPassword, rules, initial, isNew],
  )
  const form = useSchemaForm(schema, initial)
  /** Values that are saved once the removal of the password is confirmed. */
  const [pendingValues, setPendingValues] = useState<FolderFields | null>(null)
  const send = submitHandler(form, (fields) =>
    removesPassword(fields, hasPassword) ? setPendingValues(fields) : onSubmit(fields),
  )

  return (
    <Panel component="form" noValidate onSubmit={send}>
      <Stack spacing={3}>
        {failure !== null && (
          <Banner severity="error">
            {t('folderForm.notSaved')}
            <br />
            {faultText(failure)}
          </Banner>
        )}
        <TitleAndDescription form={form} />
        {props.children}
        <ExpirationFields form={form} />
        {rules.max_retention_days !== undefined && (
          <RetentionFields form={form} rules={rules} current={initial.retention} isNew={isNew} />
        )}
        <NotificationOption form={form} sendsMail={sendsMail} isShared={isShared} />
        <MoreOptions
          form={form}
          hasPassword={hasPassword}
          initiallyOpen={isNew && (rules.require_upload_gate || initial.passwordProtection)}
        >
          {existing && (
            <FormCheckbox
              control={form.control}
              name="isActive"
              label={t('dashboard.active')}
              hint={(isActive) => (isActive ? undefined : t('folderForm.activeOff'))}
            />
          )}
          <SenderFields form={form} />
          <Divider />
          {rules.require_upload_gate && <GateRequiredNote form={form} />}
          <PasswordOption form={form} hasPassword={hasPassword} isNewNeeded={initial.passwordProtection} />
          <EmailVerificationOption
            form={form}
            storedEmails={initial.allowedEmails}
            rules={rules}
            sendsMail={sendsMail}
          />
          <FormCheckbox
            control={form.control}
            name="privateNames"
            label={t('folderForm.privateNames')}
            hint={() => t('folderForm.privateNamesHint')}
          />
          <FormCheckbox
            control={form.control}
            name="performMimeCheck"
            label={t('folderForm.mimeCheck')}
            hint={() => t('folderForm.mimeCheckHint')}
          />
          <SizeOption form={form} />
        </MoreOptions>
        <Buttons>
          <BusyButton type="submit" variant="contained" busy={isSaving}>
            {isSaving ? t('ui.saving') : submitLabel}
          </BusyButton>
          <CancelButton onClick={onCancel} />
        </Buttons>
      </Stack>
      <ConfirmDialog
        open={pendingValues !== null}
        title={t('folderForm.removePassword')}
        confirmLabel={t('folderForm.removePasswordConfirm')}
        destructive
        onConfirm={() => {
          setPendingValues(null)
          if (pendingValues) onSubmit(pendingValues)
        }}
        onCancel={() => setPendingValues(null)}
      >
        {t('folderForm.removePasswordText')}
      </ConfirmDialog>
    </Panel>
  )
}

function GateRequiredNote({ form: { formState } }: { form: FormOf<FolderFields> }) {
  return (
    <Banner severity={formState.errors.passwordProtection ? 'error' : 'info'}>
      {t('rules.gateRequired')}
    </Banner>
  )
}

function TitleAndDescription({ form: { control } }: { form: FormOf<FolderFields> }) {
  return (
    <>
      <FormText
        control={control}
        name="title"
        label={t('dashboard.columnTitle')}
        required
        autoFocus
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: maxTitleLength } }}
      />
      <FormText
        control={control}
        name="description"
        label={t('folderForm.description')}
        multiline
        minRows={3}
        maxRows={12}
        slotProps={{ htmlInput: { maxLength: maxDescriptionLength } }}
      />
    </>
  )
}

function SizeOption({ form: { control } }: { form: FormOf<FolderFields> }) {
  return (
    <FormCheckbox
      control={control}
      name="limitsSize"
      label={t('folderForm.limit')}
      hint={(isOn) => (isOn ? t('folderForm.limitOn') : undefined)}
    >
      <FormText
        control={control}
        name="maxSize"
        label={t('folderForm.atMost')}
        required
        sx={{ maxWidth: 200 }}
        slotProps={{
          htmlInput: { inputMode: 'decimal' },
          input: { endAdornment: <InputAdornment position="end">GB</InputAdornment> },
        }}
      />
    </FormCheckbox>
  )
}

type NotificationOptionProps = { form: FormOf<FolderFields> } & Pick<
  FolderFormProps,
  'sendsMail' | 'isShared'
>

/** Option to be notified of new files by e-mail. */
function NotificationOption({ form: { control }, sendsMail, isShared }: NotificationOptionProps) {
  const user = useUser()
  const isOn = useWatch({ control, name: 'notifyByEmail' })
  const problem = mailProblem(user, sendsMail)
  const address = isOn && !problem && user?.email ? ` ${t('notices.mailTo', { email: user.email })}` : ''
  return (
    <FormCheckbox
      control={control}
      name="notifyByEmail"
      label={mailLabel()}
      hint={() => mailHint(isShared) + address}
    >
      {problem && <MailProblem problem={problem} namesSettings={sendsMail === false} />}
    </FormCheckbox>
  )
}
