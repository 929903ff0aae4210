import { useMemo, useState } from 'react'
import { noRules } from '../../../contract/operatorRules.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useEffectiveRules, useServerInfoQuery } from '../../api/serverApi.ts'
import { hasKeyPair } from '../../../contract/hasKeyPair.ts'
import { useUser } from '../../session/session.ts'
import { t } from '../../../i18n/t.ts'
import { DashboardBreadcrumb } from '../../ui/page/DashboardBreadcrumb.tsx'
import { LoadingText } from '../../ui/messages/LoadingText.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { fieldsOfNew } from './folderFields.ts'
import { FolderForm } from './FolderForm.tsx'
import { type Audience, AudienceChoice } from './AudienceChoice.tsx'
import { useCreateFolder } from './useCreateFolder.ts'

interface CreateFolderPageProps {
  onCreated: (folder: Folder) => void
  onCancel: () => void
}

/** The page with the form of a new folder. */
export function CreateFolderPage({ onCreated, onCancel }: CreateFolderPageProps) {
  const [audience, setAudience] = useState<Audience>('one')
  const { save, isSaving, failure, dialog } = useCreateFolder(audience, onCreated)
  const sendsMail = useServerInfoQuery(undefined).data?.sends_mail
  const rules = useEffectiveRules()
  const user = useUser()
  const initial = useMemo(() => fieldsOfNew(rules ?? noRules), [rules])
  if (rules === null) return <LoadingText>{t('rules.loading')}</LoadingText>

  return (
    <Page title={t('folderForm.createTitle')} width="form" back={<DashboardBreadcrumb />}>
      <FolderForm
        initial={initial}
        rules={rules}
        isShared={audience === 'several'}
        sendsMail={sendsMail}
        submitLabel={t('folderForm.create')}
        isSaving={isSaving}
        failure={failure}
        onSubmit={(fields) => void save(fields)}
        onCancel={onCancel}
      >
        <AudienceChoice value={audience} hasKey={user !== null && hasKeyPair(user)} onChange={setAudience} />
      </FolderForm>
      {dialog}
    </Page>
  )
}
