import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { FolderFilesPage } from '../features/folderFiles/FolderFilesPage.tsx'
import { ActiveLinks } from '../features/share/ActiveLinks.tsx'

// Forms and their schemas come when a link is to be made.
const CreateLink = lazy(() =>
  import('../features/share/CreateLink.tsx').then((module) => ({ default: module.CreateLink })),
)

export function FolderFilesRoute() {
  const { folderId } = useParams({ from: '/admin/folders/view/$folderId' })
  return (
    <FolderFilesPage
      folderId={folderId}
      createLink={(props) => (
        <Suspense>
          <CreateLink {...props} />
        </Suspense>
      )}
      activeLinks={(props) => <ActiveLinks {...props} />}
    />
  )
}
