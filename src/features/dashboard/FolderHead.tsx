import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useServerTime } from '../../api/useServerTime.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx'
import { useAppDispatch } from '../../store/hooks.ts'
import { ShortTime } from '../../ui/values/DateTime.tsx'
import { StatusText, type StatusTone } from '../../ui/messages/StatusText.tsx'
import { iconOnPhones } from '../../ui/theme/visuallyHidden.ts'
import { CopyUploadLink } from './CopyUploadLink.tsx'
import { DeleteFoldersDialog } from './DeleteFoldersDialog.tsx'
import { type FolderStatus, folderStatus } from './folderStatus.ts'
import { deleteFolder } from './folderTrash.ts'
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

/** Deletes a folder of what was sent, which has no upload link and nothing else to change. */
export function SentFolderActions({ folder }: { folder: Folder }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const leavePage = () => void navigate({ to: '/sent' })
  return (
    <>
      <Button
        variant="text"
        color="inherit"
        title={t('ui.delete')}
        startIcon={<DeleteIcon />}
        sx={iconOnPhones}
        onClick={() => setAsking(true)}
      >
        <span className="label">{t('ui.delete')}</span>
      </Button>
      <DeleteFoldersDialog
        folders={[folder]}
        trash={folder.trash}
        open={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void dispatch(deleteFolder(folder, leavePage))
        }}
      />
    </>
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
