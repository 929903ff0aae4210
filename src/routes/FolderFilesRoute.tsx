import { useParams } from '@tanstack/react-router'
import { FolderFilesPage } from '../features/folderFiles/FolderFilesPage.tsx'
import { ActiveLinks } from '../features/share/ActiveLinks.tsx'
import { CreateLink } from '../features/share/CreateLink.tsx'

export function FolderFilesRoute() {
  const { folderId } = useParams({ from: '/admin/folders/view/$folderId' })
  return (
    <FolderFilesPage
      folderId={folderId}
      createLink={(props) => <CreateLink {...props} />}
      activeLinks={(props) => <ActiveLinks {...props} />}
    />
  )
}
