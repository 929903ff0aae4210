import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { formatNumber } from '../../ui/format.ts'
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
  onDownloadSelected: () => void
  onDownloadAll: () => void
  onDelete: () => void
}

/** What can be done with the files, and with how many of them. */
export function Toolbar(props: ToolbarProps) {
  const { selectedCount, total, all, busy } = props
  const nothing = busy || selectedCount === 0
  return (
    <Stack direction="row" role="toolbar" aria-label="Files" sx={layout}>
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
      <Box className="search">
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
      </Box>
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
      <Button size="small" variant="outlined" disabled={nothing} onClick={props.onDownloadSelected}>
        Download Selected
      </Button>
      <Button size="small" variant="outlined" disabled={busy || total === 0} onClick={props.onDownloadAll}>
        {`Download All (${formatNumber(total)})`}
      </Button>
      <Button size="small" variant="outlined" color="error" disabled={nothing} onClick={props.onDelete}>
        Delete Selected
      </Button>
    </Stack>
  )
}

const layout = {
  gap: 1,
  flexWrap: 'wrap',
  alignItems: 'center',
  px: { xs: 1.5, sm: 2 },
  py: 1.25,
  // On a phone: the counter, the search, then two buttons a line. On a tablet: the buttons below the other two.
  '& > button': { flex: { xs: '1 1 40%', sm: 'none' } },
  '& > label': {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    minHeight: 32,
    flex: { xs: '1 1 100%', md: 'none' },
    fontSize: '0.875rem',
    fontVariantNumeric: 'tabular-nums',
  },
  '& > label > input': { m: 0, width: 16, height: 16, accentColor: 'var(--sp-palette-primary-main)' },
  '& > .search': {
    flex: { xs: '1 1 100%', md: '1 1 calc(100% - 240px)', lg: '1 1 140px' },
    maxWidth: { lg: 240 },
    mr: 'auto',
    ml: { md: 1 },
    '& .MuiOutlinedInput-root': { minHeight: 32, pl: 1, '& .MuiInputAdornment-root': { mr: 0.5 } },
    '& input': { py: { xs: 0.75, sm: 0.375 }, lineHeight: '20px' },
  },
} as const
