import { styled } from '@mui/material/styles'
import type { Folder } from '../../../contract/folders.ts'
import { count, formatBytes } from '../../ui/format.ts'
import { fullness } from '../../ui/fullness.ts'
import { Buttons as Wrapping, Muted } from '../../ui/layout.ts'
import { TextLink } from '../../ui/links.tsx'
import { Size } from '../../ui/Size.tsx'
import { StatusText } from '../../ui/StatusText.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { folderStatus, folderTitle, securityHints } from './folderStatus.ts'

/** What the table and the cards of the dashboard show of a folder. */

/** Names the folder for the buttons beside its title. */
export const titleId = ({ id }: Folder) => `folder-${id}-title`

export function FolderTitle({ folder, isInvited }: { folder: Folder; isInvited: boolean }) {
  const { several } = folder
  return (
    <Title>
      <TextLink id={titleId(folder)} to="/folders/view/$folderId" params={{ folderId: String(folder.id) }}>
        {folderTitle(folder)}
      </TextLink>
      <div>
        <span>
          {folder.file_count === 0 ? (
            'No files yet'
          ) : (
            <>
              {`${count(folder.file_count, 'file')}, `}
              <Size bytes={folder.total_size} />
            </>
          )}
          {folder.quota_bytes !== null && `, at most ${formatBytes(folder.quota_bytes)}`}
        </span>
        {folder.quota_bytes !== null && fullness(folder.stored_bytes, folder.quota_bytes) !== 'roomy' && (
          <StatusText tone="attention">
            {folder.stored_bytes < folder.quota_bytes ? 'Almost full' : 'Full'}
          </StatusText>
        )}
        {several && <span>{count(several.people, 'person', 'people')}</span>}
        {isInvited && <StatusText tone="attention">Invitation</StatusText>}
        {several?.role === 'owner' && several.leaving > 0 && (
          <StatusText tone="attention">
            {`${count(several.leaving, 'person asks', 'people ask')} to leave`}
          </StatusText>
        )}
        {folder.has_undownloaded_files && <StatusText tone="attention">Never downloaded</StatusText>}
      </div>
    </Title>
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
  if (hints.length === 0) return <Muted style={{ whiteSpace: 'nowrap' }}>Link only</Muted>
  return (
    <Tags>
      {hints.map((hint) => (
        <Tag key={hint}>{hint}</Tag>
      ))}
    </Tags>
  )
}

const Title = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  minWidth: 0,
  '& > a': { color: vars.palette.text.primary, fontWeight: 620, overflowWrap: 'anywhere' },
  '& > div': {
    ...typography.small,
    color: vars.palette.text.secondary,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: spacing(1.5),
  },
}))

const Tags = styled(Wrapping)(({ theme }) => ({ gap: theme.spacing(0.5) }))
