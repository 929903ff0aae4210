import { useParams } from '@tanstack/react-router'
import { UploadPage } from '../features/upload/UploadPage.tsx'

export function UploadRoute() {
  const { linkToken } = useParams({ from: '/public/upload/$linkToken' })
  return <UploadPage linkToken={linkToken} />
}
