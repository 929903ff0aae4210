import Stack from '@mui/material/Stack'
import { useMemo } from 'react'
import { maxTitleLength } from '../../../contract/limits.ts'
import { defaultRetention, noRules } from '../../../contract/operatorRules.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useEffectiveRules, useServerInfoQuery } from '../../api/serverApi.ts'
import { FormText } from '../../forms/formFields.tsx'
import { submitHandler, useSchemaForm } from '../../forms/schemaForm.ts'
import { useUser } from '../../session/session.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx'
import { Buttons, Muted } from '../../ui/theme/layout.ts'
import { fieldsOfNew, newFolderFields } from './folderFields.ts'
import { folderSchema } from './folderSchema.ts'
import { getsMail } from './getsMail.ts'
import { useCreateFolder } from './useCreateFolder.ts'

interface FirstFolderFormProps {
  autoFocus: boolean
  onCreated: (folder: Folder) => void
}

/** Creates a folder by its title alone; the rest is as the form begins with. */
export function FirstFolderForm({ autoFocus, onCreated }: FirstFolderFormProps) {
  const rules = useEffectiveRules()
  const user = useUser()
  const mails = getsMail(user, useServerInfoQuery(undefined).data?.sends_mail)
  const schema = useMemo(() => folderSchema(false), [])
  const form = useSchemaForm(schema, newFolderFields)
  const { save, isSaving, failure, dialog } = useCreateFolder('one', onCreated)
  // The rules may have loaded after the form began.
  const send = submitHandler(form, ({ title }) => save({ ...fieldsOfNew(rules ?? noRules, mails), title }))
  if (rules === null) return null
  const retention = defaultRetention(rules)
  // The form asks for the gate that this server requires.
  if (rules.require_upload_gate)
    return (
      <ButtonLink to="/folders/new" variant="contained">
        {t('folderForm.create')}
      </ButtonLink>
    )

  return (
    <form noValidate aria-label={t('dashboard.firstFolder')} onSubmit={send}>
      <Stack spacing={2}>
        {failure !== null && <Banner severity="error">{faultText(failure)}</Banner>}
        <FormText
          control={form.control}
          name="title"
          label={t('dashboard.columnTitle')}
          required
          autoFocus={autoFocus}
          autoComplete="off"
          hint={mails && user?.email ? t('folderForm.firstMails', { email: user.email }) : undefined}
          slotProps={{ htmlInput: { maxLength: maxTitleLength } }}
        />
        {retention !== null && <Muted>{t('folderForm.retentionNote', { count: retention })}</Muted>}
        <Buttons>
          <BusyButton type="submit" variant="contained" busy={isSaving}>
            {t(isSaving ? 'ui.saving' : 'folderForm.create')}
          </BusyButton>
          <ButtonLink to="/folders/new" variant="text">
            {t('folderForm.allOptions')}
          </ButtonLink>
        </Buttons>
      </Stack>
      {dialog}
    </form>
  )
}
