import { noRules } from '../../../contract/operatorRules.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useCreateFolderMutation } from '../../api/foldersApi.ts'
import { useEffectiveRules } from '../../api/serverApi.ts'
import { keepCreatedFolderPassword } from '../../session/createdFolderPassword.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { noteCreatedNames, prepareFolderCreation } from '../../trust/rememberOwnFolder.ts'
import { trustOf } from '../../trust/trustService.ts'
import { type FolderFields, toCreatePayload } from './folderFields.ts'
import type { Audience } from './AudienceChoice.tsx'
import { useSaving } from './useSaving.ts'

/**
 * Creates the folder; a shared one begins with a statement signed by its creator.
 * @param onDone called unless the form has been left meanwhile
 */
export function useCreateFolder(audience: Audience, onDone: (created: Folder) => void) {
  const dispatch = useAppDispatch()
  const [createFolder] = useCreateFolderMutation()
  const { unlock, dialog } = useUnlock()
  const rules = useEffectiveRules() ?? noRules

  async function create(fields: FolderFields): Promise<Folder | null> {
    const payload = toCreatePayload(fields, rules)
    if (audience === 'one') {
      const remember = await dispatch(prepareFolderCreation(fields.privateNames))
      const created = await createFolder(payload).unwrap()
      await remember(created)
      return created
    }
    const key = await unlock(() => t('folderForm.signaturePurpose'))
    if (!key) return null
    const title = payload.title.normalize('NFC')
    const created = await dispatch(trustOf(key)).createFolder(title, (roster) =>
      createFolder({ ...payload, title, roster }).unwrap(),
    )
    await dispatch(noteCreatedNames(created, fields.privateNames))
    return created
  }

  const saving = useSaving(async (fields, isMounted) => {
    const folder = await create(fields)
    if (!folder) return
    // The dashboard reports other folders, next to their links.
    if (folder.several || !isMounted()) notify('success', t('folderForm.created', { title: folder.title }))
    dispatch(keepCreatedFolderPassword(folder.id, fields.passwordProtection ? fields.password : ''))
    if (isMounted()) onDone(folder)
  })

  return { ...saving, dialog }
}
