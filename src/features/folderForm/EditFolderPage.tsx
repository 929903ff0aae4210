import { useState } from 'react'
import type { Folder } from '../../../contract/folders.ts'
import { detail } from '../../../contract/errors.ts'
import { useFolderQuery, useUpdateFolderMutation } from '../../api/foldersApi.ts'
import { useServerInfoQuery } from '../../api/serverApi.ts'
import { notify } from '../../store/hooks.ts'
import { errorText } from '../../texts/errorText.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { backToDashboard } from '../../ui/links.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { Page } from '../../ui/Page.tsx'
import { type FolderFields, fieldsOf, toUpdatePayload } from './folderFields.ts'
import { FolderForm } from './FolderForm.tsx'

interface EditFolderPageProps {
  /** As it stands in the address; undefined where nothing does. */
  folderId: string | undefined
  /** The folder was saved, or the user thought better of it. */
  onDone: () => void
}

export function EditFolderPage({ folderId, onDone }: EditFolderPageProps) {
  if (folderId === undefined) return <NotEditable message="Folder ID is missing." />
  if (!/^[1-9][0-9]*$/.test(folderId)) return <NotEditable message="Invalid Folder ID" />
  return <LoadedFolder key={folderId} folderId={Number(folderId)} onDone={onDone} />
}

function NotEditable({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Page title="Edit Upload Folder" width="form" back={backToDashboard}>
      <ErrorBanner message={message} {...(onRetry && { onRetry })} />
    </Page>
  )
}

function LoadedFolder({ folderId, onDone }: { folderId: number; onDone: () => void }) {
  const { data, error, isFetching, refetch } = useFolderQuery(folderId, { refetchOnMountOrArgChange: true })
  // A form that was begun is not filled anew when the folder is read again behind it.
  const [folder, setFolder] = useState<Folder | null>(null)
  if (data && !isFetching && !folder) setFolder(data)
  if (folder) return <EditFolder folder={folder} onDone={onDone} />
  if (isFetching) return <LoadingText>Loading folder...</LoadingText>
  const message = error ? errorText(error) : detail.folderNotFound
  return <NotEditable message={message} onRetry={() => void refetch()} />
}

function EditFolder({ folder, onDone }: { folder: Folder; onDone: () => void }) {
  const [updateFolder, { isLoading, error }] = useUpdateFolderMutation()
  const sendsMail = useServerInfoQuery(undefined).data?.sends_mail
  const [initial] = useState(() => fieldsOf(folder))

  async function save(fields: FolderFields) {
    const { data } = await updateFolder({ id: folder.id, changes: toUpdatePayload(fields, initial) })
    if (!data) return
    notify('success', `Folder "${data.title}" updated successfully!`)
    onDone()
  }

  return (
    <Page
      title={`Edit Upload Folder: ${folder.title === '' ? '(No Title)' : folder.title}`}
      width="form"
      back={backToDashboard}
    >
      <FolderForm
        initial={initial}
        existing={{ hasPassword: folder.has_password }}
        sendsMail={sendsMail}
        submitLabel="Save Changes"
        saving={isLoading}
        failure={error ? errorText(error) : null}
        onSubmit={(fields) => void save(fields)}
        onCancel={onDone}
      />
    </Page>
  )
}
