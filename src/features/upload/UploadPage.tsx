import { Page } from '../../ui/Page.tsx'

export function UploadPage(_: { linkToken: string }) {
  return <Page title="Secure File Upload" width="stranger" />
}
