import { useNavigate, useParams } from '@tanstack/react-router'
import { EditFolderPage } from '../features/folderForm/EditFolderPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { lazyOrNothing } from '../ui/lazy/lazyOrNothing.tsx'

// Below the form, and rarely used.
const Webhook = lazyOrNothing(() => import('../features/folderForm/WebhookSection.tsx'), 'WebhookSection')

/** Serves addresses with an id and without one. */
export function EditFolderRoute() {
  useLanguage()
  const { folderId } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <EditFolderPage
      folderId={folderId}
      onDone={() => void navigate({ to: '/dashboard' })}
      webhookSection={(id) => <Webhook folderId={id} />}
    />
  )
}
