import { useNavigate } from '@tanstack/react-router'
import { CreateFolderPage } from '../features/folderForm/CreateFolderPage.tsx'

export function NewFolderRoute() {
  const navigate = useNavigate()
  return <CreateFolderPage onDone={() => void navigate({ to: '/dashboard' })} />
}
