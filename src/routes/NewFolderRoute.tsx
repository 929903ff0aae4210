import { useNavigate } from '@tanstack/react-router'
import { CreateFolderPage } from '../features/folderForm/CreateFolderPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'

export function NewFolderRoute() {
  useLanguage()
  const navigate = useNavigate()
  return (
    <CreateFolderPage
      onDone={(created) =>
        // The page where others are invited.
        void (created?.several
          ? navigate({ to: '/folders/view/$folderId', params: { folderId: String(created.id) } })
          : navigate({ to: '/dashboard', ...(created && { state: { created: created.id } }) }))
      }
    />
  )
}
