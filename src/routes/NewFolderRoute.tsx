import { useNavigate, useSearch } from '@tanstack/react-router'
import { CreateFolderPage } from '../features/folderForm/CreateFolderPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
// Declares the state of the dashboard's history entry.
import type {} from './DashboardRoute.tsx'

export function NewFolderRoute() {
  useLanguage()
  const navigate = useNavigate()
  const { like } = useSearch({ from: '/admin/folders/new' })
  return (
    <CreateFolderPage
      like={like}
      onCreated={({ id, several }) =>
        // Others are invited on the page of a shared folder.
        void (several
          ? navigate({ to: '/folders/view/$folderId', params: { folderId: String(id) } })
          : navigate({ to: '/dashboard', state: { created: id } }))
      }
      onCancel={() => void navigate({ to: '/dashboard' })}
    />
  )
}
