import { useCreateFolderMutation } from '../../api/foldersApi.ts'
import { useServerInfoQuery } from '../../api/serverApi.ts'
import { notify } from '../../store/hooks.ts'
import { errorText } from '../../texts/errorText.ts'
import { backToDashboard } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { type FolderFields, newFolder, toPayload } from './folderFields.ts'
import { FolderForm } from './FolderForm.tsx'

/** `onDone`: the folder was created, or the user thought better of it. */
export function CreateFolderPage({ onDone }: { onDone: () => void }) {
  const [createFolder, { isLoading, error }] = useCreateFolderMutation()
  const sendsMail = useServerInfoQuery(undefined).data?.sends_mail

  async function save(fields: FolderFields) {
    const { data } = await createFolder(toPayload(fields))
    if (!data) return
    notify('success', `Folder "${data.title}" created.`)
    onDone()
  }

  return (
    <Page title="Create New Upload Folder" width="form" back={backToDashboard}>
      <FolderForm
        initial={newFolder}
        sendsMail={sendsMail}
        submitLabel="Create Folder"
        saving={isLoading}
        failure={error ? errorText(error) : null}
        onSubmit={(fields) => void save(fields)}
        onCancel={onDone}
      />
    </Page>
  )
}
