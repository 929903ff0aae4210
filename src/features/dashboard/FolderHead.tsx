import EditIcon from '@mui/icons-material/EditOutlined'
import { Suspense, useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { KeepWhileClosing } from '../../ui/KeepWhileClosing.tsx'
import { StatusText, type Tone } from '../../ui/StatusText.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { type FolderStatus, folderStatus } from './folderStatus.ts'
import { LinkButtons } from './LinkButtons.tsx'
import type { UploadLinks } from './useUploadLinks.tsx'

/** Heading above the files of a folder: expiration of its upload link, and actions. */

const QrDialog = lazyPart(() => import('./QrDialog.tsx'), 'QrDialog')

const tones = { active: 'good', expired: 'attention', inactive: 'neutral' } as const satisfies Record<
  FolderStatus,
  Tone
>

export function FolderState({ folder }: { folder: Folder }) {
  const status = folderStatus(folder)
  const expires = folder.expiration_date !== null
  return (
    <StatusText tone={tones[status]} hollow={status !== 'active'}>
      {rich('dashboard.linkState', {
        status,
        expires: expires ? 'yes' : 'no',
        time: () => <DateTime iso={folder.expiration_date} />,
      })}
    </StatusText>
  )
}

interface FolderHeadActionsProps {
  folder: Folder
  links: UploadLinks
  /** True to show the link in place of the files. */
  isEmpty: boolean
}

export function FolderHeadActions({ folder, links, isEmpty }: FolderHeadActionsProps) {
  const [qrOf, setQrOf] = useState<Folder | null>(null)
  const showQr = async () => setQrOf((await links.plain(folder)) === null ? null : folder)
  return (
    <>
      {!isEmpty && (
        <LinkButtons folder={folder} links={links} saysWhich size="medium" onShowQr={() => void showQr()} />
      )}
      {folder.several?.role !== 'member' && (
        <ButtonLink
          to="/folders/edit/$folderId"
          params={{ folderId: String(folder.id) }}

          startIcon={<EditIcon />}
        >
          {t('dashboard.edit')}
        </ButtonLink>
      )}
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
