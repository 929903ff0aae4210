import CloseIcon from '@mui/icons-material/Close'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import FilterIcon from '@mui/icons-material/FilterAltOutlined'
import LinkIcon from '@mui/icons-material/LinkOutlined'
import NewIcon from '@mui/icons-material/MarkEmailUnreadOutlined'
import PeopleIcon from '@mui/icons-material/PeopleOutlined'
import SearchIcon from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../../i18n/t.ts'
import { checkboxStyles } from '../../../ui/theme/checkboxStyles.ts'
import { tabularNumbers, focusRing } from '../../../ui/theme/theme.ts'
import { visuallyHidden } from '../../../ui/theme/visuallyHidden.ts'
import type { CheckState } from '../tree/selection.ts'
import { SelectionActions, type SelectionActionsProps } from './SelectionActions.tsx'
import type { ToolbarState } from './toolbarState.ts'
import type { SenderGrouping } from '../senders/useSenders.ts'
import { ToolbarButton } from './ToolbarButton.tsx'

interface ToolbarProps extends Omit<SelectionActionsProps, 'canAct'> {
  state: ToolbarState
  selectedCount: number
  total: number
  all: CheckState
  onlyNew: boolean
  search: string
  /** Absent if no sender gave answers. */
  senderGrouping?: SenderGrouping | undefined
  /** True if the search field opens on demand, and takes the place of the rest. */
  isNarrow: boolean
  onToggleAll: () => void
  onClearSelection: () => void
  onToggleNew: () => void
  onSearch: (text: string) => void
  onDownloadAll: () => void
}

/** One line in two states: search, filters and actions on all files; or actions on the selected ones. */
export function Toolbar(props: ToolbarProps) {
  const { state, search, isNarrow } = props
  const [isSearching, setSearching] = useState(false)
  const searchInput = useRef<HTMLInputElement>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  const isSelection = state.shows === 'selection'
  const hasSearch = !isNarrow || (!isSelection && (isSearching || search !== ''))
  const endSearch = () => {
    flushSync(() => {
      setSearching(false)
      props.onSearch('')
    })
    searchButton.current?.focus()
  }
  return (
    <Tools role="toolbar" aria-label={t('files.list')}>
      <SelectAll {...props} />
      {hasSearch && <SearchField {...props} input={searchInput} {...(isNarrow && { onEnd: endSearch })} />}
      {!(hasSearch && isNarrow) && (
        <div className="tools">
          {isNarrow && !isSelection && (
            <ToolbarButton
              ref={searchButton}
              icon={<SearchIcon />}
              label={t('files.search')}
              short={t('files.shortSearch')}
              onClick={() => {
                // Touch keyboards open only within the tap.
                flushSync(() => setSearching(true))
                searchInput.current?.focus()
              }}
            />
          )}
          {!(isNarrow && isSelection) && <Filters {...props} />}
          <span className="gap" />
          {isSelection ? (
            <SelectionActions
              {...props}
              canAct={state.canAct}
              isCrowded={props.senderGrouping !== undefined || props.onKeepLonger !== undefined}
            />
          ) : (
            <>
              <ToolbarButton
                icon={<LinkIcon />}
                label={t('files.createLink')}
                short={t('files.shortLink')}
                disabled={!state.canAct}
                onClick={props.onCreateLink}
              />
              <ToolbarButton
                icon={<DownloadIcon />}
                label={t('files.downloadAll', { count: props.total })}
                short={t('files.shortAll')}
                isPrimary
                disabled={!state.canAct || props.total === 0}
                onClick={props.onDownloadAll}
              />
            </>
          )}
        </div>
      )}
    </Tools>
  )
}

/** Selects or clears all files, and says how many are selected. */
function SelectAll(props: ToolbarProps) {
  const { state, selectedCount, total, all, isNarrow, onToggleAll, onClearSelection } = props
  const selectAll = useRef<HTMLInputElement>(null)
  // On narrow screens the actions take the place of search and filters, which still hold.
  const isFiltered = isNarrow && state.shows === 'selection' && (props.onlyNew || props.search !== '')
  const text = t('files.selectedOf', { selected: selectedCount, total })
  return (
    <div className="selecting">
      <label {...(isFiltered && { title: t('files.filtered', { text }) })}>
        <input
          type="checkbox"
          aria-label={t('files.selectAll')}
          checked={all === 'checked'}
          disabled={!state.canSelect || total === 0}
          ref={(input) => {
            selectAll.current = input
            if (input) input.indeterminate = all === 'indeterminate'
          }}
          onChange={onToggleAll}
        />
        {isNarrow && (
          <span className="short" aria-hidden>
            {t('files.selectedShort', { selected: selectedCount })}
            {isFiltered && <FilterIcon />}
            {state.shows === 'all' && <span>{t('files.ofTotal', { total })}</span>}
          </span>
        )}
        <span aria-live="polite" style={isNarrow ? visuallyHidden : undefined}>
          {isFiltered ? t('files.filtered', { text }) : text}
        </span>
      </label>
      <IconButton
        size="small"
        title={t('files.clearSelection')}
        aria-label={t('files.clearSelection')}
        disabled={!state.canSelect}
        // Its place stays where others stand beside it.
        style={state.shows === 'selection' ? {} : isNarrow ? { display: 'none' } : { visibility: 'hidden' }}
        onClick={() => {
          // The button goes with the selection.
          selectAll.current?.focus()
          onClearSelection()
        }}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </div>
  )
}

function Filters({ onlyNew, senderGrouping, onToggleNew }: ToolbarProps) {
  return (
    <>
      <ToolbarButton
        icon={<NewIcon />}
        label={t('files.neverDownloaded')}
        pressedLabel={t('files.showAll')}
        short={t('files.shortNew')}
        pressed={onlyNew}
        onClick={onToggleNew}
      />
      {senderGrouping && (
        <ToolbarButton
          icon={<PeopleIcon />}
          label={t('senders.bySender')}
          short={t('files.shortSenders')}
          pressed={senderGrouping.isOn}
          onClick={senderGrouping.onToggle}
        />
      )}
    </>
  )
}

interface SearchFieldProps extends Pick<ToolbarProps, 'search' | 'onSearch'> {
  input: RefObject<HTMLInputElement | null>
  onEnd?: () => void
}

function SearchField({ search, onSearch, input, onEnd }: SearchFieldProps) {
  return (
    <div className="search">
      <TextField
        type="search"
        inputRef={input}
        placeholder={t('files.search')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onEnd?.()}
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
      {onEnd && (
        <IconButton
          size="small"
          aria-label={t('files.endSearch')}
          title={t('files.endSearch')}
          onClick={onEnd}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </div>
  )
}

const Tools = styled('div')(({ theme: { typography, spacing, breakpoints } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: spacing(1),
  height: 56,
  paddingInline: spacing(2),
  fontSize: typography.body2.fontSize,
  '& > .selecting': {
    display: 'flex',
    alignItems: 'center',
    gap: spacing(0.5),
    flex: 'none',
    '& > label': {
      display: 'flex',
      alignItems: 'center',
      gap: spacing(1.5),
      minHeight: 32,
      ...tabularNumbers,
    },
    '@media (pointer: coarse)': { '& > label': { minHeight: 48, minWidth: 44 } },
    '& > label > input': { ...checkboxStyles, '&:focus-visible': focusRing },
    '& > button': { width: 28, height: 28 },
  },
  '& > .search': {
    display: 'flex',
    alignItems: 'center',
    gap: spacing(0.5),
    flex: '1 1 0',
    minWidth: 96,
    // Equally wide in both states, so that the filters beside it stay in place.
    [breakpoints.up('md')]: { flex: '0 1 clamp(112px, 100vw - 1080px, 240px)' },
    '& .MuiOutlinedInput-root': { minHeight: 32, paddingLeft: spacing(1) },
    '& .MuiInputAdornment-root': { marginRight: spacing(0.5) },
    '& input': { padding: spacing(0.375, 1, 0.375, 0), lineHeight: '20px', textOverflow: 'ellipsis' },
  },
  '& > .tools': { display: 'flex', alignItems: 'center', gap: spacing(0.5), flex: '1 0 auto', minWidth: 0 },
  '& > .tools > .gap': { flex: '1 1 0' },
  [breakpoints.down('md')]: {
    gap: spacing(0.5),
    '& > .tools': { flex: '1 1 0', gap: 0, [breakpoints.up('sm')]: { gap: spacing(1) } },
    // The figure is below the checkbox, as labels are in the buttons.
    '& > .selecting > label': {
      flexDirection: 'column',
      justifyContent: 'center',
      alignItems: 'flex-start',
      gap: 2,
    },
    '& > .selecting .short': { whiteSpace: 'nowrap', fontSize: '0.6875rem', lineHeight: 1.2 },
    '& > .selecting .short > svg': { width: 11, height: 11, marginLeft: 2, verticalAlign: -1 },
  },
  [breakpoints.down('sm')]: { paddingInline: spacing(1.5) },
  [breakpoints.down(360)]: {
    // The longest count leaves no room for the total.
    '& > .selecting .short > span': { display: 'none' },
    '& > .tools > button': { minWidth: 40, paddingInline: 2 },
  },
}))
