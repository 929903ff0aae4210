import { Suspense, useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { KeepWhileClosing } from '../../ui/KeepWhileClosing.tsx'
import { lazyExport } from '../../ui/lazyExport.ts'
import { folderTitle } from '../../ui/folderTitle.ts'
import { LinkButtons } from './LinkButtons.tsx'
import type { UploadLinks } from './useUploadLinks.tsx'

const QrDialog = lazyExport(() => import('./QrDialog.tsx'), 'QrDialog')

interface CopyUploadLinkProps {
  folder: Folder
  links: UploadLinks
  size?: 'small' | 'medium'
  /** True where nothing else is to be done next. */
  isPrimary?: boolean
}

/** Buttons that hand out the upload link. */
export function CopyUploadLink({ folder, links, size = 'medium', isPrimary = true }: CopyUploadLinkProps) {
  const [qrOf, setQrOf] = useState<Folder | null>(null)
  // A QR code that is shown to others counts as handing out the link.
  const showQr = async () => setQrOf((await links.plain(folder)) === null ? null : folder)
  return (
    <>
      <LinkButtons
        folder={folder}
        links={links}
        size={size}
        variant={isPrimary ? 'contained' : 'outlined'}
        onShowQr={() => void showQr()}
      />
      <KeepWhileClosing item={qrOf}>
        {(shown, open) => (
          <Suspense>
            <QrDialog folder={shown} open={open} links={links} onClose={() => setQrOf(null)} />
          </Suspense>
        )}
      </KeepWhileClosing>
    </>
  )
}

/** Says that a folder was created, and shows its upload link. */
export const CreatedNote = ({ folder, links }: { folder: Folder; links: UploadLinks }) => (
  <Banner severity="success" action={<CopyUploadLink folder={folder} links={links} size="small" />}>
    {t('dashboard.created', { title: folderTitle(folder) })}{' '}
    {t(folder.has_password ? 'dashboard.passwordApart' : 'dashboard.sendLink')}
  </Banner>
)
