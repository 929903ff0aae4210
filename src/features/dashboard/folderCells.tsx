import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { Folder } from '../../../contract/folders.ts'
import { count } from '../../ui/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { Size } from '../../ui/Size.tsx'
import { StatusText } from '../../ui/StatusText.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { folderStatus, folderTitle, securityHints } from './folderStatus.ts'

/** What the table and the cards of the dashboard show of a folder. */

/** Names the folder for the buttons beside its title. */
export const titleId = ({ id }: Folder) => `folder-${id}-title`

export function FolderTitle({ folder }: { folder: Folder }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <TextLink
        id={titleId(folder)}
        to="/folders/view/$folderId"
        params={{ folderId: String(folder.id) }}
        sx={{ fontSize: '0.9375rem', color: 'text.primary', overflowWrap: 'anywhere' }}
      >
        {folderTitle(folder)}
      </TextLink>
      <Box
        sx={{
          fontSize: '0.8125rem',
          color: 'text.secondary',
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 1.5,
        }}
      >
        <span>
          {folder.file_count === 0 ? (
            'No files yet'
          ) : (
            <>
              {`${count(folder.file_count, 'file')}, `}
              <Size bytes={folder.total_size} />
            </>
          )}
        </span>
        {folder.has_undownloaded_files && <StatusText tone="attention">Never downloaded</StatusText>}
      </Box>
    </Box>
  )
}

export function FolderStatusText({ folder }: { folder: Folder }) {
  const status = folderStatus(folder)
  return (
    <Tag>
      <StatusText
        tone={status === 'Active' ? 'good' : status === 'Expired' ? 'attention' : 'neutral'}
        hollow={status !== 'Active'}
      >
        {status}
      </StatusText>
    </Tag>
  )
}

export function FolderSecurity({ folder }: { folder: Folder }) {
  const hints = securityHints(folder)
  if (hints.length === 0) return <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>Link only</Box>
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {hints.map((hint) => (
        <Tag key={hint}>{hint}</Tag>
      ))}
    </Stack>
  )
}
