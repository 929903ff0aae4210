import { useParams } from '@tanstack/react-router'
import { FolderFilesPage } from '../features/folderFiles/FolderFilesPage.tsx'

export function FolderFilesRoute() {
  const { folderId } = useParams({ from: '/admin/folders/view/$folderId' })
  return <FolderFilesPage folderId={folderId} />
}
