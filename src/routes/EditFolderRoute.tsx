import { useNavigate, useParams } from '@tanstack/react-router'
import { EditFolderPage } from '../features/folderForm/EditFolderPage.tsx'

/** With an id in the address and without one. */
export function EditFolderRoute() {
  const { folderId } = useParams({ strict: false })
  const navigate = useNavigate()
  return <EditFolderPage folderId={folderId} onDone={() => void navigate({ to: '/dashboard' })} />
}
