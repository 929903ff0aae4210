import { styled } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import { memo } from 'react'
import type { FolderSort } from '../../api/defaultSort.ts'
import { t } from '../../../i18n/t.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { FlushPanel } from '../../ui/page/Panel.tsx'
import { FolderActions } from './FolderActions.tsx'
import { FolderGates, FolderStatusText, FolderTime, FolderTitle } from './folderCells.tsx'
import { followRowLink } from './followRowLink.ts'
import { dateColumns, nextSort, sortableColumns } from './folderSort.ts'
import { type FolderListProps, type FolderRowProps, useFolderRows } from './useFolderRows.ts'

interface Sorting {
  sort: FolderSort
  onSort: (sort: FolderSort) => void
}

/** The list of folders as a table, on wide screens. Long lists render only the visible rows. */
export function FolderTable({ sort, onSort, ...list }: FolderListProps & Sorting) {
  const { body, rows, heightAbove, heightBelow } = useFolderRows(list, 60)
  const header = ({ key, label }: (typeof sortableColumns)[number]) => {
    const active = sort.sort_by === key
    return (
      <TableCell key={key} sortDirection={active ? sort.sort_order : false}>
        <TableSortLabel
          active={active}
          direction={active ? sort.sort_order : nextSort(sort, key).sort_order}
          onClick={() => onSort(nextSort(sort, key))}
        >
          {t(label)}
        </TableSortLabel>
      </TableCell>
    )
  }

  return (
    <TablePanel>
      <Table stickyHeader aria-label={t('dashboard.folders')} aria-rowcount={list.folders.length + 1}>
        <TableHead>
          <TableRow>
            {header(sortableColumns[0])}
            <TableCell>{t('profile.status')}</TableCell>
            <TableCell>{t('dashboard.security')}</TableCell>
            {dateColumns.map(header)}
            <TableCell>{t('dashboard.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody ref={body}>
          <Spacer height={heightAbove} />
          {rows.map((row) => (
            <FolderRow key={row.folder.id} {...row} />
          ))}
          <Spacer height={heightBelow} />
        </TableBody>
      </Table>
    </TablePanel>
  )
}

const FolderRow = memo(function FolderRow(props: FolderRowProps) {
  const { folder, isCreated, index, measure, ...common } = props
  useLanguage()
  return (
    <TableRow
      ref={measure}
      data-index={index}
      data-created={isCreated}
      aria-rowindex={index + 2}
      onClick={followRowLink}
    >
      <TableCell>
        <FolderTitle folder={folder} {...common} />
      </TableCell>
      <TableCell>
        <FolderStatusText folder={folder} />
      </TableCell>
      <TableCell>
        <FolderGates folder={folder} />
      </TableCell>
      {dateColumns.map(({ key }) => (
        <TableCell key={key}>
          <FolderTime folder={folder} of={key} />
        </TableCell>
      ))}
      <TableCell>
        <FolderActions folder={folder} {...common} />
      </TableCell>
    </TableRow>
  )
})

function Spacer({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr className="space" aria-hidden>
      <td colSpan={7} style={{ height }} />
    </tr>
  )
}

const TablePanel = styled(FlushPanel)(({ theme: { vars } }) => ({
  '& thead th': { top: 'var(--titlebar)' },
  '& tbody tr': { cursor: 'pointer' },
  '& tbody tr.space': { cursor: 'default' },
  '& tbody tr:hover': { backgroundColor: vars.palette.action.hover },
  '& tbody tr:hover a': { textDecoration: 'underline' },
  '& tbody tr[data-created="true"]': { backgroundColor: vars.palette.action.selected },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& tbody td': { paddingBlock: 7 },
  '& tbody td:first-of-type': { minWidth: 200 },
  // Shrink these columns, so that the title gets the rest.
  '& tbody td:nth-of-type(n + 2)': { width: '1%' },
  '& tbody td:nth-of-type(n + 4)': { whiteSpace: 'nowrap' },
  '& th:last-of-type': { textAlign: 'right' },
  '& tbody .space td': { padding: 0, border: 0 },
}))
