import type { Folder } from '../../../contract/schemas/folders.ts'
import { useUnlockedKey } from '../../session/unlockedKey.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Buttons } from '../../ui/layout.ts'
import { folderTitle } from './folderStatus.ts'
import type { UploadLinks } from './useUploadLinks.tsx'

interface CopyUploadLinkProps {
  folder: Folder
  links: UploadLinks
  size?: 'small' | 'medium'
}

/** Buttons that copy the upload links, the secret one first while the key is unlocked. */
export function CopyUploadLink({ folder, links, size = 'medium' }: CopyUploadLinkProps) {
  const isUnlocked = useUnlockedKey() !== null
  if (!isUnlocked)
    return (
      <CopyButton
        label={t('dashboard.copyUploadLink')}
        text={() => links.plain(folder)}
        variant="contained"
        size={size}
      />
    )
  return (
    <Buttons sx={{ justifyContent: 'center' }}>
      <CopyButton
        label={t('dashboard.copySecretUploadLink')}
        text={() => links.secret(folder)}
        variant="contained"
        size={size}
      />
      <CopyButton label={t('dashboard.copyPlainLink')} text={() => links.plain(folder)} size={size} />
    </Buttons>
  )
}

/** Says that a folder was created, and shows its upload link. */
export const CreatedNote = ({ folder, links }: { folder: Folder; links: UploadLinks }) => (
  <Banner severity="success" action={<CopyUploadLink folder={folder} links={links} size="small" />}>
    {t('dashboard.created', { title: folderTitle(folder) })}{' '}
    {t(folder.has_password ? 'dashboard.passwordApart' : 'dashboard.sendLink')}
  </Banner>
)
