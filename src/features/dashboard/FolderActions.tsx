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
import { useUnlockedKey } from '../../session/unlockedKey.ts'
import { useOffline } from '../../store/reach.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { CopyButton, useCopying } from '../../ui/CopyButton.tsx'
import { Buttons } from '../../ui/layout.ts'
import { titleId } from './folderCells.tsx'
import type { UploadLinks } from './useUploadLinks.tsx'

/** What can be done with a folder of the list. */
export interface FolderHandlers {
  links: UploadLinks
  /** Own ids of folders of several people that were never accepted; empty while the key is locked. */
  invited: ReadonlySet<string>
  onShowQr: (folder: Folder) => void
  onDelete: (folder: Folder) => void
}

export const isInvited = ({ several }: Folder, { invited }: Pick<FolderHandlers, 'invited'>): boolean =>
  several !== null && invited.has(several.folder)

type FolderActionsProps = Omit<FolderHandlers, 'invited'> & { folder: Folder }

export function FolderActions({ folder, links, onShowQr, onDelete }: FolderActionsProps) {
  const copying = useCopying()
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const describedBy = { 'aria-describedby': titleId(folder) }
  const offline = useOffline()
  // A list that was kept on this device has no links.
  const noLink = folder.link_token === ''
  const isUnlocked = useUnlockedKey() !== null
  const [first, second] = isUnlocked
    ? ([
        { label: 'Copy Secret Link', text: () => links.secret(folder) },
        { label: 'Copy plain link', text: () => links.plain(folder) },
      ] as const)
    : ([
        { label: 'Copy Link', text: () => links.plain(folder) },
        { label: 'Copy secret link', text: () => links.secret(folder) },
      ] as const)

  return (
    <Actions>
      <ButtonGroup size="small" variant="outlined" aria-label="Upload link" disabled={noLink}>
        <CopyButton {...first} copying={copying} {...describedBy} />
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
              void copying.copy(second.text)
            }}
          >
            {second.label}
          </MenuItem>
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
      {folder.several?.role !== 'member' && (
        <>
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
        </>
      )}
    </Actions>
  )
}

const Actions = styled(Buttons)(({ theme: { spacing, breakpoints } }) => ({
  [breakpoints.up('md')]: { flexWrap: 'nowrap' },
  // A phone has no room for all in a line: how to share it, then what else.
  [breakpoints.down('sm')]: {
    '& > .MuiButtonGroup-root': { flex: '1 0 100%' },
    '& > .MuiButtonGroup-root > :first-of-type': { flex: 1 },
  },
  '& .more': { paddingInline: spacing(0.5) },
}))
