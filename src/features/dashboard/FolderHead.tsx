import EditIcon from '@mui/icons-material/EditOutlined'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useServerTime } from '../../api/useServerTime.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx'
import { ShortTime } from '../../ui/values/DateTime.tsx'
import { StatusText, type StatusTone } from '../../ui/messages/StatusText.tsx'
import { iconOnPhones } from '../../ui/theme/visuallyHidden.ts'
import { CopyUploadLink } from './CopyUploadLink.tsx'
import { type FolderStatus, folderStatus } from './folderStatus.ts'
import type { UploadLinks } from './uploadLink.ts'
import { mayManage } from '../../../core/trust/folderKeyFields.ts'

/** Heading above the files of a folder: expiration of its upload link, and actions. */

const tones = { active: 'good', expired: 'attention', inactive: 'neutral' } as const satisfies Record<
  FolderStatus,
  StatusTone
>

export function FolderStatusLine({ folder }: { folder: Folder }) {
  const status = folderStatus(folder, useServerTime([folder.expiration_date]))
  const expires = folder.expiration_date !== null
  return (
    <StatusText tone={tones[status]} hollow={status !== 'active'}>
      {rich('dashboard.linkState', {
        status,
        expires: expires ? 'yes' : 'no',
        time: () => <ShortTime iso={folder.expiration_date} />,
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

export const FolderHeadActions = ({ folder, links, isEmpty }: FolderHeadActionsProps) => (
  <>
    {!isEmpty && <CopyUploadLink folder={folder} links={links} isPrimary={false} />}
    {mayManage(folder) && (
      <ButtonLink
        variant="text"
        color="inherit"
        to="/folders/edit/$folderId"
        params={{ folderId: String(folder.id) }}
        title={t('dashboard.edit')}
        startIcon={<EditIcon />}
        sx={iconOnPhones}
      >
        <span className="label">{t('dashboard.edit')}</span>
      </ButtonLink>
    )}
  </>
)
