import type { Folder } from '../../../contract/schemas/folders.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CopyUploadLink } from './CopyUploadLink.tsx'
import { folderTitle } from './folderStatus.ts'
import type { UploadLinks } from './useUploadLinks.tsx'

/** Says that a folder was created, and shows its upload link. */
export const CreatedNote = ({ folder, links }: { folder: Folder; links: UploadLinks }) => (
  <Banner severity="success" action={<CopyUploadLink folder={folder} links={links} size="small" />}>
    {t('dashboard.created', { title: folderTitle(folder) })}{' '}
    {t(folder.has_password ? 'dashboard.passwordApart' : 'dashboard.sendLink')}
  </Banner>
)
