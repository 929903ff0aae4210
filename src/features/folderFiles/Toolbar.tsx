import SearchIcon from '@mui/icons-material/Search'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { formatNumber } from '../../ui/format.ts'
import { figures } from '../../ui/theme.ts'
import type { CheckState } from './selection.ts'

interface ToolbarProps {
  selectedCount: number
  total: number
  all: CheckState
  busy: boolean
  onlyNew: boolean
  search: string
  onToggleAll: () => void
  onToggleFilter: () => void
  onSearch: (text: string) => void
  onCreateLink: () => void
  /** Absent where files are not copied from. */
  onCopy?: (() => void) | undefined
  onDownloadSelected: () => void
  onDownloadAll: () => void
  /** Absent for whoever may not. */
  onDelete?: (() => void) | undefined
}

/** What can be done with the files, and with how many of them. */
export function Toolbar(props: ToolbarProps) {
  const { selectedCount, total, all, busy } = props
  const nothing = busy || selectedCount === 0
  return (
    <Tools role="toolbar" aria-label="Files">
      <label>
        <input
          type="checkbox"
          aria-label="Select all files"
          checked={all === 'checked'}
          disabled={busy || total === 0}
          ref={(input) => {
            if (input) input.indeterminate = all === 'indeterminate'
          }}
          onChange={props.onToggleAll}
        />
        <span aria-live="polite">{`${formatNumber(selectedCount)} / ${formatNumber(total)} selected`}</span>
      </label>
      <div className="search">
        <TextField
          type="search"
          placeholder="Search names"
          value={props.search}
          onChange={(event) => props.onSearch(event.target.value)}
          slotProps={{
            htmlInput: { 'aria-label': 'Search names' },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      </div>
      <Button
        size="small"
        variant={props.onlyNew ? 'contained' : 'outlined'}
        disabled={busy}
        onClick={props.onToggleFilter}
      >
        {props.onlyNew ? 'Show All' : 'Never Downloaded'}
      </Button>
      <Button size="small" variant="outlined" disabled={busy} onClick={props.onCreateLink}>
        Create Download Link...
      </Button>
      {props.onCopy && (
        <Button size="small" variant="outlined" disabled={nothing} onClick={props.onCopy}>
          Copy to Folder...
        </Button>
      )}
      <Button size="small" variant="outlined" disabled={nothing} onClick={props.onDownloadSelected}>
        Download Selected
      </Button>
      <Button size="small" variant="outlined" disabled={busy || total === 0} onClick={props.onDownloadAll}>
        {`Download All (${formatNumber(total)})`}
      </Button>
      {props.onDelete && (
        <Button size="small" variant="outlined" color="error" disabled={nothing} onClick={props.onDelete}>
          Delete Selected
        </Button>
      )}
    </Tools>
  )
}

const Tools = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1),
  padding: theme.spacing(1.25, 2),
  fontSize: theme.typography.body2.fontSize,
  '& > label': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.5),
    minHeight: 32,
    ...figures,
  },
  '& > label > input': { margin: 0, width: 16, height: 16, accentColor: theme.vars.palette.primary.main },
  '& > .search': {
    marginRight: 'auto',
    '& .MuiOutlinedInput-root': { minHeight: 32, paddingLeft: theme.spacing(1) },
    '& .MuiInputAdornment-root': { marginRight: theme.spacing(0.5) },
    '& input': { padding: theme.spacing(0.375, 1.75, 0.375, 0), lineHeight: '20px' },
  },
  // On a phone: the counter, the search, then two buttons a line. On a tablet: the buttons below the other two.
  [theme.breakpoints.down('sm')]: {
    paddingInline: theme.spacing(1.5),
    // As wide as its words at least: no button runs into the next.
    '& > button': { flex: '1 1 40%', minWidth: 'max-content' },
    '& > .search input': { paddingBlock: theme.spacing(0.75) },
  },
  [theme.breakpoints.down('md')]: { '& > label, & > .search': { flex: '1 1 100%' } },
  [theme.breakpoints.up('md')]: {
    '& > .search': { flex: '1 1 calc(100% - 240px)', marginLeft: theme.spacing(1) },
  },
  [theme.breakpoints.up('lg')]: { '& > .search': { flex: '1 1 140px', maxWidth: 240 } },
}))
