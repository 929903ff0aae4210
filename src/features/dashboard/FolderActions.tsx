import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import KeyboardArrowDownIcon from '@mui/icons-material/KeyboardArrowDown'
import Button from '@mui/material/Button'
import ButtonGroup from '@mui/material/ButtonGroup'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Folder } from '../../../contract/folders.ts'
import { useOffline } from '../../store/reach.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { CopyButton, useCopying } from '../../ui/CopyButton.tsx'
import { Buttons } from '../../ui/layout.ts'
import { titleId } from './folderCells.tsx'
import type { UploadLinks } from './useUploadLinks.tsx'

/** What can be done with a folder of the list. */
export interface FolderHandlers {
  links: UploadLinks
  onShowQr: (folder: Folder) => void
  onDelete: (folder: Folder) => void
}

export function FolderActions({ folder, links, onShowQr, onDelete }: FolderHandlers & { folder: Folder }) {
  const copying = useCopying()
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const describedBy = { 'aria-describedby': titleId(folder) }
  const offline = useOffline()
  // A list that was kept on this device has no links.
  const noLink = folder.link_token === ''

  return (
    <Actions>
      <ButtonGroup size="small" variant="outlined" aria-label="Upload link" disabled={noLink}>
        <CopyButton label="Copy Link" copying={copying} text={() => links.plain(folder)} {...describedBy} />
        <Button
          aria-label="More ways to share the link"
          aria-haspopup="menu"
          aria-expanded={menuAt !== null}
          {...describedBy}
          className="more"
          onClick={(event) => setMenuAt(event.currentTarget)}
        >
          <KeyboardArrowDownIcon fontSize="small" />
        </Button>
      </ButtonGroup>
      {menuAt && (
        <Menu
          open
          anchorEl={menuAt}
          onClose={() => setMenuAt(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        >
          <MenuItem
            onClick={() => {
              setMenuAt(null)
              void copying.copy(() => links.withKey(folder))
            }}
          >
            Copy link with key fingerprint
          </MenuItem>
          <MenuItem
            onClick={() => {
              setMenuAt(null)
              onShowQr(folder)
            }}
          >
            Show QR code
          </MenuItem>
        </Menu>
      )}
      <ButtonLink
        to="/folders/edit/$folderId"
        params={{ folderId: String(folder.id) }}
        className="row-action"
        size="small"
        color="inherit"
        title="Edit"
        startIcon={<EditIcon />}
        {...describedBy}
      >
        <span className="label">Edit</span>
      </ButtonLink>
      <Button
        className="row-action"
        size="small"
        color="error"
        title="Delete"
        startIcon={<DeleteIcon />}
        disabled={offline}
        {...describedBy}
        onClick={() => onDelete(folder)}
      >
        <span className="label">Delete</span>
      </Button>
    </Actions>
  )
}

const Actions = styled(Buttons)(({ theme: { spacing, breakpoints } }) => ({
  [breakpoints.up('md')]: { flexWrap: 'nowrap' },
  '& .more': { paddingInline: spacing(0.5) },
}))
