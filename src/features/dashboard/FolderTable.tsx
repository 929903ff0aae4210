import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { Folder } from '../../../contract/folders.ts'
import type { FolderSort } from '../../api/foldersApi.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FolderActions, FolderSecurity, FolderStatusText, FolderTitle } from './folderCells.tsx'
import { nextSort, sortableColumns } from './folderSort.ts'

interface FolderTableProps {
  folders: Folder[]
  sort: FolderSort
  onSort: (sort: FolderSort) => void
  onDelete: (folder: Folder) => void
}

/** The dashboard on a screen with room for a table. */
export function FolderTable({ folders, sort, onSort, onDelete }: FolderTableProps) {
  const [title, ...dates] = sortableColumns
  const header = ({ key, label }: (typeof sortableColumns)[number]) => {
    const active = sort.sort_by === key
    return (
      <TableCell key={key} sortDirection={active ? sort.sort_order : false}>
        <TableSortLabel
          active={active}
          direction={active ? sort.sort_order : nextSort(sort, key).sort_order}
          onClick={() => onSort(nextSort(sort, key))}
        >
          {label}
        </TableSortLabel>
      </TableCell>
    )
  }

  return (
    <Panel sx={{ p: { xs: 0, sm: 0 } }}>
      <Table
        stickyHeader
        aria-label="Folders"
        sx={{
          '& thead th:first-of-type': { borderTopLeftRadius: 11 },
          '& thead th:last-of-type': { borderTopRightRadius: 11 },
          // Date and time side by side where there is room.
          '& time': { whiteSpace: { xl: 'nowrap' } },
          '& tbody tr:last-of-type td': { borderBottom: 0 },
          '& tbody tr:hover': { bgcolor: 'action.hover' },
          // Deleting is not what the eye should meet first: it shows on hover and focus, always where neither exists.
          '@media (hover: hover)': {
            '& .row-action': { opacity: 0, transition: 'opacity 120ms ease-out' },
            '& tr:hover .row-action, & tr:focus-within .row-action': { opacity: 1 },
          },
        }}
      >
        <TableHead>
          <TableRow>
            {header(title)}
            <TableCell>Status</TableCell>
            <TableCell>Security</TableCell>
            {dates.map(header)}
            <TableCell>Actions</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {folders.map((folder) => (
            <TableRow key={folder.id}>
              <TableCell sx={{ minWidth: 200 }}>
                <FolderTitle folder={folder} />
              </TableCell>
              <TableCell>
                <FolderStatusText folder={folder} />
              </TableCell>
              <TableCell>
                <FolderSecurity folder={folder} />
              </TableCell>
              <TableCell>
                <DateTime iso={folder.creation_date} />
              </TableCell>
              <TableCell>
                <DateTime iso={folder.expiration_date} none="Never" />
              </TableCell>
              <TableCell>
                <DateTime iso={folder.last_upload_time} />
              </TableCell>
              <TableCell sx={{ width: '1%' }}>
                <FolderActions folder={folder} onDelete={onDelete} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  )
}
