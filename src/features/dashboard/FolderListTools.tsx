import SearchIcon from '@mui/icons-material/Search'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import type { Folder } from '../../../contract/schemas/folders.ts'
import type { FolderSort } from '../../api/defaultSort.ts'
import { t } from '../../../i18n/t.ts'
import { visuallyHidden } from '../../ui/theme/visuallyHidden.ts'
import { SelectField } from '../../ui/fields/textFields.tsx'
import { sortableColumns } from './folderSort.ts'

/** Minimum number of folders for the search field. The browser's own search finds only rows in the DOM. */
const searchThreshold = 10

interface FolderListToolsProps {
  folders: readonly Folder[]
  /** Number of folders that search and filter leave. */
  found: number
  typed: string
  onType: (typed: string) => void
  onlyNew: boolean
  onToggleNew: () => void
  /** Absent if the list has column headers. */
  sort?: FolderSort
  onSort?: (sort: FolderSort) => void
}

/** Search, filter and order of the folders; nothing where there is nothing to choose, or to take back. */
export function FolderListTools(props: FolderListToolsProps) {
  const { folders, found, typed, onlyNew, sort, onSort } = props
  const showsSearch = folders.length > searchThreshold || typed !== ''
  const hasNew = onlyNew || folders.some(({ has_undownloaded_files }) => has_undownloaded_files)
  if (folders.length < 2 && typed === '' && !onlyNew) return null
  return (
    <Tools>
      {showsSearch && (
        <TextField
          className="search"
          type="search"
          placeholder={t('dashboard.find')}
          value={typed}
          onChange={(event) => props.onType(event.target.value)}
          slotProps={{
            htmlInput: { 'aria-label': t('dashboard.find') },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      )}
      {hasNew && (
        <Toggle size="small" aria-pressed={onlyNew} onClick={props.onToggleNew}>
          {t('dashboard.onlyNew')}
        </Toggle>
      )}
      <span role="status" style={showsSearch ? undefined : visuallyHidden}>
        {typed.trim() === '' && !onlyNew
          ? t('dashboard.folderCount', { count: folders.length })
          : t('dashboard.foundOf', { found, count: folders.length })}
      </span>
      {sort && onSort && <SortChoice sort={sort} onSort={onSort} />}
    </Tools>
  )
}

function SortChoice({ sort, onSort }: { sort: FolderSort; onSort: (sort: FolderSort) => void }) {
  return (
    <SelectField
      className="sort"
      value={`${sort.sort_by} ${sort.sort_order}`}
      slotProps={{ htmlInput: { 'aria-label': t('dashboard.sortBy') } }}
      onChange={(event) => {
        const [sort_by, sort_order] = event.target.value.split(' ') as [
          FolderSort['sort_by'],
          FolderSort['sort_order'],
        ]
        onSort({ sort_by, sort_order })
      }}
      options={sortableColumns.flatMap(({ key, label }) => {
        const text = key === 'title' ? 'dashboard.sortByName' : 'dashboard.sortByTime'
        const labelOf = (order: 'asc' | 'desc') => t(text, { column: t(label), order })
        return (['asc', 'desc'] as const).map((order) => [`${key} ${order}`, labelOf(order)] as const)
      })}
    />
  )
}

const Toggle = styled(Button)(({ theme: { vars } }) => ({
  '&[aria-pressed="true"]': {
    borderColor: vars.palette.primary.main,
    backgroundColor: vars.palette.action.selected,
  },
}))

const Tools = styled('div')(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  ...typography.small,
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: spacing(1),
  marginBottom: spacing(1.5),
  color: vars.palette.text.secondary,
  '& > .search': { flex: '1 1 180px', maxWidth: 320 },
  '& > .sort': { flex: '1 1 120px', minWidth: 0, maxWidth: 260, marginLeft: 'auto' },
  '& .MuiOutlinedInput-root': { minHeight: 36 },
  '& .MuiOutlinedInput-root:has(> input)': { paddingLeft: spacing(1) },
  '& input, & .sort select': { paddingBlock: spacing(0.625), lineHeight: '24px' },
  // A quiet choice: the list is what counts.
  '& > .sort .MuiOutlinedInput-root': { backgroundColor: 'transparent' },
  '& > .sort .MuiOutlinedInput-notchedOutline': { borderColor: 'transparent' },
  '& > .sort select': {
    textAlignLast: 'right',
    textOverflow: 'ellipsis',
    color: vars.palette.text.secondary,
    fontSize: typography.small.fontSize,
  },
  [breakpoints.down('sm')]: { '& > .search': { flexBasis: '100%', maxWidth: 'none' } },
}))
