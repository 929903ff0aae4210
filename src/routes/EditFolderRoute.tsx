import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { EditFolderPage } from '../features/folderForm/EditFolderPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { lazyExport } from '../ui/lazyExport.ts'

// Below the form, and rarely used.
const Webhook = lazyExport(() => import('../features/folderForm/WebhookSection.tsx'), 'WebhookSection')

/** Serves addresses with an id and without one. */
export function EditFolderRoute() {
  useLanguage()
  const { folderId } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <EditFolderPage
      folderId={folderId}
      onDone={() => void navigate({ to: '/dashboard' })}
      webhook={(id) => (
        <Suspense>
          <Webhook folderId={id} />
        </Suspense>
      )}
    />
  )
}
