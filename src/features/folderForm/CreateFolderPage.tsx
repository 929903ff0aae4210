import Box from '@mui/material/Box'
import { useMemo, useState } from 'react'
import { canBeTemplate } from '../../../contract/folderTemplate.ts'
import { noRules } from '../../../contract/operatorRules.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useFolderQuery } from '../../api/foldersApi.ts'
import { useEffectiveRules, useServerInfoQuery } from '../../api/serverApi.ts'
import { hasKeyPair } from '../../../contract/hasKeyPair.ts'
import { getsMail } from './getsMail.ts'
import { useUser } from '../../session/session.ts'
import { t } from '../../../i18n/t.ts'
import { DashboardBreadcrumb } from '../../ui/page/DashboardBreadcrumb.tsx'
import { Banner } from '../../ui/messages/Banner.tsx'
import { LoadingText } from '../../ui/messages/LoadingText.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { folderTitle } from '../../ui/values/folderTitle.ts'
import { fieldsLike, fieldsOfNew } from './folderFields.ts'
import { FolderForm } from './FolderForm.tsx'
import { type Audience, AudienceChoice } from './AudienceChoice.tsx'
import { useCreateFolder } from './useCreateFolder.ts'

interface CreateFolderPageProps {
  onCreated: (folder: Folder) => void
  onCancel: () => void
}

/**
 * The page with the form of a new folder.
 * @param like id of the folder whose options the form begins with; 0 if the address names none
 */
export function CreateFolderPage({ like, ...rest }: CreateFolderPageProps & { like: number | undefined }) {
  return like === undefined ? (
    <CreateFolder template={null} {...rest} />
  ) : (
    <CreateFolderLike key={like} templateId={like} {...rest} />
  )
}

function CreateFolderLike({ templateId, ...rest }: CreateFolderPageProps & { templateId: number }) {
  const { data, isFetching } = useFolderQuery(templateId, {
    skip: templateId === 0,
    refetchOnMountOrArgChange: true,
  })
  // Keep the first outcome: a form in use is not reset when the folder is reloaded.
  const [template, setTemplate] = useState<Folder | 'missing' | null>(null)
  if (!template && !isFetching) setTemplate(data && canBeTemplate(data) ? data : 'missing')
  if (!template) return <LoadingText>{t('folderForm.loading')}</LoadingText>
  return <CreateFolder template={template} {...rest} />
}

interface CreateFolderProps extends CreateFolderPageProps {
  /** The folder whose options the form begins with; null for the usual ones. */
  template: Folder | 'missing' | null
}

function CreateFolder({ template: named, onCreated, onCancel }: CreateFolderProps) {
  const template = named === 'missing' ? null : named
  const user = useUser()
  const hasKey = user !== null && hasKeyPair(user)
  const [audience, setAudience] = useState<Audience>(template?.several && hasKey ? 'several' : 'one')
  const { save, isSaving, failure, dialog } = useCreateFolder(audience, onCreated)
  const sendsMail = useServerInfoQuery(undefined).data?.sends_mail
  const rules = useEffectiveRules()
  const mails = getsMail(user, sendsMail)
  const initial = useMemo(
    () => (template ? fieldsLike(template, rules ?? noRules) : fieldsOfNew(rules ?? noRules, mails)),
    [template, rules, mails],
  )
  if (rules === null) return <LoadingText>{t('rules.loading')}</LoadingText>

  return (
    <Page
      title={t('folderForm.createTitle')}
      subtitle={template && t('folderForm.templateOf', { title: folderTitle(template) })}
      width="form"
      back={<DashboardBreadcrumb />}
    >
      {named === 'missing' && (
        <Box sx={{ mb: 2 }}>
          <Banner severity="warning">{t('folderForm.templateMissing')}</Banner>
        </Box>
      )}
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
        <AudienceChoice value={audience} hasKey={hasKey} onChange={setAudience} />
      </FolderForm>
      {dialog}
    </Page>
  )
}
