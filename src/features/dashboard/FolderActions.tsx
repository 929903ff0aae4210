import MoreIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { canBeTemplate } from '../../../contract/folderTemplate.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useIsOffline } from '../../store/connectivityHooks.ts'
import { t } from '../../../i18n/t.ts'
import { CopyButton, useClipboard } from '../../ui/buttons/CopyButton.tsx'
import { DropdownMenu } from '../../ui/buttons/DropdownMenu.tsx'
import { type FolderMarks, titleId } from './folderCells.tsx'
import { linkMenuItems } from './CopyUploadLink.tsx'
import type { UploadLinks } from './uploadLink.ts'
import { mayManage } from '../../../core/trust/folderKeyFields.ts'

export interface CommonFolderProps extends FolderMarks {
  links: UploadLinks
  onDelete: (folder: Folder) => void
}

type FolderActionsProps = Pick<CommonFolderProps, 'links' | 'onDelete'> & { folder: Folder }

/** The action that a folder is there for, and a menu of the others. */
export function FolderActions({ folder, links, onDelete }: FolderActionsProps) {
  const describedBy = { 'aria-describedby': titleId(folder) }
  const isOffline = useIsOffline()
  const copying = useClipboard()
  const navigate = useNavigate()
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const hasLink = folder.link_token !== ''
  const edit = () => void navigate({ to: '/folders/edit/$folderId', params: { folderId: String(folder.id) } })
  const useAsTemplate = () => void navigate({ to: '/folders/new', search: { like: folder.id } })
  const ownerActions = [
    { label: t('dashboard.edit'), onChoose: edit },
    ...(canBeTemplate(folder) ? [{ label: t('dashboard.useAsTemplate'), onChoose: useAsTemplate }] : []),
    { label: t('ui.delete'), isDestructive: true, isDisabled: isOffline, onChoose: () => onDelete(folder) },
  ]
  return (
    <Actions>
      {/* Offline lists contain no links. */}
      <CopyButton
        label={t('dashboard.copyLink')}
        text={() => links.ordinary(folder)}
        copying={copying}
        disabled={!hasLink}
        {...describedBy}
      />
      <IconButton
        size="small"
        aria-label={t('dashboard.more')}
        title={t('dashboard.more')}
        aria-haspopup="menu"
        aria-expanded={menuAt !== null}
        {...describedBy}
        onClick={(event) => setMenuAt(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <DropdownMenu
        anchor={menuAt}
        items={[
          ...linkMenuItems(folder, links, copying).map((item) => ({ ...item, isDisabled: !hasLink })),
          ...(mayManage(folder) ? ownerActions : []),
        ]}
        onClose={() => setMenuAt(null)}
      />
    </Actions>
  )
}

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: theme.spacing(0.5),
  '& > .MuiIconButton-root': { width: 32, height: 32 },
}))
