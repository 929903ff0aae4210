import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { CheckState } from './selection.ts'

interface ToolbarProps {
  selectedCount: number
  total: number
  all: CheckState
  busy: boolean
  onlyNew: boolean
  onToggleAll: () => void
  onToggleFilter: () => void
  onDownloadSelected: () => void
  onDownloadAll: () => void
  onDelete: () => void
}

/** What can be done with the files, and with how many of them. */
export function Toolbar(props: ToolbarProps) {
  const { selectedCount, total, all, busy } = props
  const nothing = busy || selectedCount === 0
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label="Files"
      sx={{
        gap: 1,
        flexWrap: 'wrap',
        alignItems: 'center',
        px: { xs: 1.5, sm: 2 },
        py: 1.25,
        // On a phone: the counter, then two buttons a line.
        '& > label': { flex: { xs: '1 1 100%', md: 'none' } },
        '& > button': { flex: { xs: '1 1 40%', sm: 'none' } },
      }}
    >
      <Box
        component="label"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          minHeight: 32,
          mr: 'auto',
          fontSize: '0.875rem',
          '& > input': { m: 0, width: 16, height: 16, accentColor: 'var(--sp-palette-primary-main)' },
        }}
      >
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
        <span aria-live="polite">{`${selectedCount} / ${total} selected`}</span>
      </Box>
      <Button
        size="small"
        variant={props.onlyNew ? 'contained' : 'outlined'}
        disabled={busy}
        onClick={props.onToggleFilter}
      >
        {props.onlyNew ? 'Show All' : 'Never Downloaded'}
      </Button>
      <Button size="small" variant="outlined" disabled={nothing} onClick={props.onDownloadSelected}>
        Download Selected
      </Button>
      <Button size="small" variant="outlined" disabled={busy || total === 0} onClick={props.onDownloadAll}>
        {`Download All (${total})`}
      </Button>
      <Button
        size="small"
        variant="outlined"
        disabled={nothing}
        sx={{ '&:not(.Mui-disabled)': { color: 'error.main' } }}
        onClick={props.onDelete}
      >
        Delete Selected
      </Button>
    </Stack>
  )
}
