import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
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
      sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', px: { xs: 1.5, sm: 2 }, py: 1.25 }}
    >
      <FormControlLabel
        sx={{ m: 0, mr: 'auto' }}
        control={
          <Checkbox
            size="small"
            sx={{ ml: '-9px' }}
            checked={all === 'checked'}
            indeterminate={all === 'indeterminate'}
            disabled={busy || total === 0}
            onChange={props.onToggleAll}
            slotProps={{ input: { 'aria-label': 'Select all files' } }}
          />
        }
        label={
          <Box component="span" aria-live="polite">
            {`${selectedCount} / ${total} selected`}
          </Box>
        }
      />
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
      <Button size="small" variant="outlined" color="error" disabled={nothing} onClick={props.onDelete}>
        Delete Selected
      </Button>
    </Stack>
  )
}
