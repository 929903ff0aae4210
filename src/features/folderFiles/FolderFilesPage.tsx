import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'

export function FolderFilesPage(_: { folderId: string }) {
  return (
    <Page
      title="Files in Folder"
      width="wide"
      back={<TextLink to="/dashboard">Back to Dashboard</TextLink>}
    />
  )
}
