import { useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useCreateFolderMutation } from '../../api/foldersApi.ts'
import { useRules, useServerInfoQuery } from '../../api/serverApi.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { useUser } from '../../session/session.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { trustOf } from '../../trust/trustService.ts'
import { BackToDashboard } from '../../ui/links.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { Page } from '../../ui/Page.tsx'
import { type FolderFields, newFolder, toPayload } from './folderFields.ts'
import { FolderForm } from './FolderForm.tsx'
import { type Audience, PeopleChoice } from './PeopleChoice.tsx'

interface CreateFolderPageProps {
  /** Called with the created folder; null if the user cancelled. */
  onDone: (created: Folder | null) => void
}

export function CreateFolderPage({ onDone }: CreateFolderPageProps) {
  const [audience, setAudience] = useState<Audience>('one')
  const { save, isSaving, failure, dialog } = useCreating(audience, onDone)
  const sendsMail = useServerInfoQuery(undefined).data?.sends_mail
  const rules = useRules()
  const keyPair = useUser()?.key_pair
  if (rules === null) return <LoadingText>{t('rules.loading')}</LoadingText>

  return (
    <Page title={t('folderForm.createTitle')} width="form" back={<BackToDashboard />}>
      <FolderForm
        initial={newFolder}
        rules={rules}
        isShared={audience === 'several'}
        sendsMail={sendsMail}
        submitLabel={t('folderForm.create')}
        saving={isSaving}
        failure={failure}
        onSubmit={(fields) => void save(fields)}
        onCancel={() => onDone(null)}
      >
        <PeopleChoice
          value={audience}
          hasKey={keyPair === 'complete' || keyPair === 'renewing'}
          onChange={setAudience}
        />
      </FolderForm>
      {dialog}
    </Page>
  )
}

/** Creates the folder; a shared one begins with a statement signed by its creator. */
function useCreating(audience: Audience, onDone: (created: Folder) => void) {
  const dispatch = useAppDispatch()
  const [createFolder] = useCreateFolderMutation()
  const { unlock, dialog } = useUnlock()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Fault | null>(null)

  async function created(fields: FolderFields): Promise<Folder | null> {
    const payload = toPayload(fields)
    if (audience === 'one') return createFolder(payload).unwrap()
    const key = await unlock(() => t('folderForm.signaturePurpose'))
    if (!key) return null
    const title = payload.title.normalize('NFC')
    return dispatch(trustOf(key)).begin(title, (roster) =>
      createFolder({ ...payload, title, roster }).unwrap(),
    )
  }

  async function save(fields: FolderFields) {
    setSaving(true)
    setFailure(null)
    try {
      const folder = await created(fields)
      if (!folder) return
      // The dashboard reports other folders, next to their links.
      if (folder.several) notify('success', t('folderForm.created', { title: folder.title }))
      onDone(folder)
    } catch (error) {
      setFailure(faultOf(error))
    } finally {
      setSaving(false)
    }
  }

  return { save, isSaving, failure, dialog }
}
