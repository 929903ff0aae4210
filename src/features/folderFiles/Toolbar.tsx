import SearchIcon from '@mui/icons-material/Search'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { t } from '../../../i18n/t.ts'
import { figures, focusRing } from '../../ui/theme.ts'
import { checkboxStyles } from '../../ui/checkboxStyles.ts'
import type { CheckState } from './selection.ts'
import { SelectionActions, type SelectionActionsProps } from './SelectionActions.tsx'

interface ToolbarProps extends SelectionActionsProps {
  all: CheckState
  onlyNew: boolean
  search: string
  /** Absent if no sender gave answers. */
  senders?: { isOn: boolean; onToggle: () => void } | undefined
  /** True if the actions on selected files are shown elsewhere. */
  isNarrow?: boolean
  onToggleAll: () => void
  onToggleFilter: () => void
  onSearch: (text: string) => void
  onDownloadAll: () => void
}

/** Search, filters and actions, with the number of files they apply to. */
export function Toolbar(props: ToolbarProps) {
  const { selectedCount, total, all, busy } = props
  return (
    <Tools role="toolbar" aria-label={t('files.list')}>
      <label>
        <input
          type="checkbox"
          aria-label={t('files.selectAll')}
          checked={all === 'checked'}
          disabled={busy || total === 0}
          ref={(input) => {
            if (input) input.indeterminate = all === 'indeterminate'
          }}
          onChange={props.onToggleAll}
        />
        <span aria-live="polite">{t('files.selectedOf', { selected: selectedCount, total })}</span>
      </label>
      <div className="search">
        <TextField
          type="search"
          placeholder={t('files.search')}
          value={props.search}
          onChange={(event) => props.onSearch(event.target.value)}
          slotProps={{
            htmlInput: { 'aria-label': t('files.search') },
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
      <div className="acts">
        <Button
          size="small"
          variant={props.onlyNew ? 'contained' : 'outlined'}
          disabled={busy}
          onClick={props.onToggleFilter}
        >
          {t(props.onlyNew ? 'files.showAll' : 'files.neverDownloaded')}
        </Button>
        {props.senders && (
          <Button
            size="small"
            variant={props.senders.isOn ? 'contained' : 'outlined'}
            aria-pressed={props.senders.isOn}
            onClick={props.senders.onToggle}
          >
            {t('senders.bySender')}
          </Button>
        )}
        <Button size="small" disabled={busy || total === 0} onClick={props.onDownloadAll}>
          {t('files.downloadAll', { count: total })}
        </Button>
        {!props.isNarrow && <SelectionActions {...props} />}
      </div>
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
  '& > label': { display: 'flex', alignItems: 'center', gap: theme.spacing(1.5), minHeight: 32, ...figures },
  '& > label > input': { ...checkboxStyles, '&:focus-visible': focusRing },
  '& > .search': {
    // At least as wide as its text.
    flex: '1 1 176px',
    '& .MuiOutlinedInput-root': { minHeight: 32, paddingLeft: theme.spacing(1) },
    '& .MuiInputAdornment-root': { marginRight: theme.spacing(0.5) },
    '& input': { padding: theme.spacing(0.375, 1.75, 0.375, 0), lineHeight: '20px' },
  },
  // Beside the search, or wrapped below it as a group.
  '& > .acts': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1) },
  // On phones: the count, the search, then the actions on all files.
  [theme.breakpoints.down('sm')]: {
    paddingInline: theme.spacing(1.5),
    '& > .acts': { flex: '1 1 100%' },
    // At least as wide as its text, so that buttons do not overlap.
    '& > .acts > button': { flex: '1 1 40%', minWidth: 'max-content' },
    '& > .search input': { paddingBlock: theme.spacing(0.75) },
  },
  [theme.breakpoints.down('md')]: { '& > label, & > .search': { flex: '1 1 100%' } },
  [theme.breakpoints.up('md')]: { '& > .search': { marginLeft: theme.spacing(1) } },
}))
