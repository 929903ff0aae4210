import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ComponentProps, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { shownText } from '../../../../contract/shownText.ts'
import { withToggled } from '../../../../core/util/withToggled.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { t } from '../../../../i18n/t.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { rowProgressStyles } from '../../../ui/values/RowProgressBar.tsx'
import { focusRing } from '../../../ui/theme/theme.ts'
import { useBoxRows, usePageRows, VirtualRows } from '../../../ui/lists/VirtualRows.tsx'
import { removalText } from './lossTexts.ts'
import { FolderRow } from './FolderRow.tsx'
import { QueueRow } from './QueueRow.tsx'
import { collapsedRowCount, type QueueFolder, queueListRows } from './queueListRows.ts'
import { selectFile, selectQueue } from './queueSlice.ts'
import { rowAt } from './rowBlocks.ts'
import { fileRemoved } from '../uploadEvents.ts'
import { selectIsSending } from '../uploadSlice.ts'

const rowOptions = {
  keyOf: (row: number | QueueFolder) => (typeof row === 'number' ? row : row.folder),
  height: 48,
  overscan: 6,
}

/** Virtual list of the queued files: five rows that scroll, or all of them in the page. */
export function QueueList() {
  const dispatch = useAppDispatch()
  const queue = useAppSelector(selectQueue)
  const locked = useAppSelector(selectIsSending)
  const [openFolders, setOpenFolders] = useState<ReadonlySet<string>>(new Set())
  const { rowIds, counts } = queue
  const rows = useMemo(
    () => queueListRows(queue, { isSending: locked, open: openFolders }),
    // Progress changes the rows of files, not which there are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [rowIds, counts.error, locked, openFolders],
  )
  const toggle = useCallback((folder: string) => setOpenFolders((before) => withToggled(before, folder)), [])
  const [idToRemove, setIdToRemove] = useState<number | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const removeNow = useCallback(
    (id: number) => {
      const neighbour = adjacentRemoveButton(id)
      dispatch(fileRemoved(id))
      // A closing dialog first restores the focus to a button that no longer exists.
      setTimeout(() => {
        if (document.activeElement === document.body)
          (neighbour ?? document.querySelector<HTMLElement>(listSelector))?.focus()
      })
    },
    [dispatch],
  )
  const remove = useCallback(
    (id: number, asksFirst: boolean) => (asksFirst ? setIdToRemove(id) : removeNow(id)),
    [removeNow],
  )
  const List = showsAll ? WholeList : ScrollingList

  return (
    <>
      {/* Above the rows: within reach however many there are. */}
      {rows.length > collapsedRowCount && (
        <ShowAllButton
          variant="text"
          size="small"
          color="inherit"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {t(showsAll ? 'upload.showFewer' : 'upload.showAll')}
        </ShowAllButton>
      )}
      <List rows={rows} locked={locked} onRemove={remove} onToggle={toggle} />
      <RemovalDialog
        id={idToRemove}
        onClose={() => setIdToRemove(null)}
        onRemove={(id) => {
          setIdToRemove(null)
          removeNow(id)
        }}
      />
    </>
  )
}

interface ListProps {
  rows: readonly (number | QueueFolder)[]
  locked: boolean
  onToggle: (folder: string) => void
  onRemove: (id: number, asksFirst: boolean) => void
}

const listSelector = '[data-list="queue"]'
const regionProps = () => ({
  'data-list': 'queue',
  tabIndex: 0,
  role: 'region',
  'aria-label': t('upload.queue'),
})

function ScrollingList(props: ListProps) {
  const { rows, locked } = props
  const { body, virtual } = useBoxRows(rows, rowOptions)
  const stopFollowing = useScrollToUnfinished(rows, locked, (index) =>
    virtual.scrollToIndex(index, { align: 'start' }),
  )
  return (
    <Rows
      ref={body}
      {...regionProps()}
      onWheel={stopFollowing}
      onPointerDown={stopFollowing}
      onKeyDown={stopFollowing}
    >
      <QueueRows {...props} virtual={virtual} />
    </Rows>
  )
}

function WholeList(props: ListProps) {
  const { body, virtual } = usePageRows(props.rows, rowOptions)
  return (
    <Rows ref={body} {...regionProps()} data-open>
      <QueueRows {...props} virtual={virtual} />
    </Rows>
  )
}

type QueueRowsProps = ListProps & Pick<ComponentProps<typeof VirtualRows>, 'virtual'>

function QueueRows({ rows, locked, onRemove, onToggle, virtual }: QueueRowsProps) {
  /** Ids of the files below the rows of open folders. */
  const nested = useMemo(
    () => new Set(rows.flatMap((row) => (typeof row !== 'number' && row.isOpen ? row.ids : []))),
    [rows],
  )
  return (
    <div role="list" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
      <VirtualRows items={rows} virtual={virtual} role="listitem">
        {(row) =>
          typeof row === 'number' ? (
            <QueueRow id={row} isNested={nested.has(row)} locked={locked} onRemove={onRemove} />
          ) : (
            <FolderRow row={row} isSending={locked} onToggle={onToggle} />
          )
        }
      </VirtualRows>
    </div>
  )
}

/** Returns the remove button of the next file, else of the previous one. */
function adjacentRemoveButton(id: number): HTMLElement | null {
  const buttons = [...document.querySelectorAll<HTMLElement>(`${listSelector} button[data-file]`)]
  // Rows are in the DOM in the order in which they were rendered.
  const inOrder = buttons.toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
  const rowIndex = inOrder.findIndex(({ dataset }) => dataset.file === String(id))
  return inOrder[rowIndex + 1] ?? inOrder[rowIndex - 1] ?? null
}

interface RemovalDialogProps {
  id: number | null
  onClose: () => void
  onRemove: (id: number) => void
}

function RemovalDialog({ id, onClose, onRemove }: RemovalDialogProps) {
  const file = useAppSelector((state) => (id === null ? null : selectFile(state, id)))
  return (
    <ConfirmDialog
      open={file !== null}
      title={t('upload.removeQuestion', { name: shownText(file?.name ?? '') })}
      confirmLabel={t('ui.remove')}
      destructive
      onConfirm={() => id !== null && onRemove(id)}
      onCancel={onClose}
    >
      {removalText({ files: 1, bytes: file?.arrivedBytes ?? 0 })}
    </ConfirmDialog>
  )
}

/** Scrolls to the first unfinished row until the user scrolls. Files end roughly in order. */
function useScrollToUnfinished(
  rows: ListProps['rows'],
  sending: boolean,
  scrollTo: (index: number) => void,
): () => void {
  const queue = useAppSelector(selectQueue)
  const nextIndex = useRef(0)
  const isFollowing = useRef(true)
  useEffect(() => {
    if (!sending) {
      nextIndex.current = 0
      isFollowing.current = true
      return
    }
    const previousIndex = nextIndex.current
    const isOver = (id: number) => {
      const status = rowAt(queue.rows, id)?.status
      return status === 'success' || status === 'error'
    }
    const hasEnded = (index: number) => {
      const row = rows[index] ?? -1
      return typeof row === 'number' ? isOver(row) : row.isOpen || row.ids.every(isOver)
    }
    while (nextIndex.current < rows.length - 1 && hasEnded(nextIndex.current)) nextIndex.current++
    if (isFollowing.current && nextIndex.current !== previousIndex) scrollTo(nextIndex.current)
  })
  return () => void (isFollowing.current = false)
}

/** Styles of all rows, set once on the list: rows are mounted while scrolling. */
const Rows = styled('div')(({ theme }) => {
  const { vars, typography, spacing, breakpoints } = theme
  const { divider, text } = vars.palette
  const line = `1px solid ${divider}`
  const small = { fontSize: typography.small.fontSize }
  return {
    // Fixed height of five rows and the border, once there are enough files to fill it.
    '&:not([data-open])': {
      maxHeight: 'calc(15rem + 1px)',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
    },
    borderTop: line,
    '&:focus-visible': { ...focusRing, outlineOffset: -2 },
    '& .row': { position: 'absolute', top: 0, left: 0, width: '100%' },
    '& .row:not(:last-of-type) .file': { borderBottom: line },
    '& .file': {
      position: 'relative',
      display: 'grid',
      alignItems: 'center',
      alignContent: 'center',
      columnGap: spacing(1.5),
      minHeight: '3rem',
      padding: spacing(0.5, 1, 0.5, 2),
      fontSize: typography.body2.fontSize,
      lineHeight: 1.35,
      gridTemplateColumns: 'auto auto minmax(0, 1fr) 34px',
      gridTemplateAreas: '"name name name remove" "size status folder remove"',
    },
    '& .file[data-status="error"]': {
      gridTemplateAreas: '"name name name remove" "size folder folder remove" "status status status remove"',
    },
    // The whole line opens the folder.
    '& .file.directory': {
      width: '100%',
      textAlign: 'start',
      fontFamily: 'inherit',
      paddingLeft: spacing(5.5),
    },
    '& .directory:focus-visible': { ...focusRing, outlineOffset: -2 },
    '& .directory:hover': { backgroundColor: vars.palette.action.hover },
    '& .chevron': { position: 'absolute', left: spacing(1.75), color: text.secondary },
    '& .directory[aria-expanded="true"] > .chevron': { transform: 'rotate(90deg)' },
    '& .file[data-picture="true"]': { paddingLeft: spacing(7.5) },
    '& .thumbnail': {
      position: 'absolute',
      left: spacing(2),
      top: 'calc(50% - 18px)',
      width: 36,
      height: 36,
      borderRadius: 6,
      backgroundColor: divider,
    },
    // Below the name of their folder.
    '& .file[data-nested="true"]': { paddingLeft: spacing(5.5) },
    '& .file[data-nested="true"][data-picture="true"]': { paddingLeft: spacing(9.5) },
    '& .file[data-nested="true"] .thumbnail': { left: spacing(4) },
    '& .name': { gridArea: 'name', minWidth: 0, display: 'flex', whiteSpace: 'nowrap', fontWeight: 500 },
    '& .folder': { ...small, gridArea: 'folder', minWidth: 0, display: 'flex', color: text.secondary },
    '& .size': { ...small, gridArea: 'size', color: text.secondary, whiteSpace: 'nowrap' },
    '& .status': { ...small, gridArea: 'status', color: text.secondary, minWidth: 0 },
    '& .reason': { color: text.secondary, display: 'block' },
    // Keep a focused button clear of the sticky buttons below the list.
    '& .remove': { gridArea: 'remove', justifySelf: 'end', scrollMarginBottom: 128 },
    '& .bar': rowProgressStyles(theme),
    [breakpoints.up('sm')]: {
      '& .remove': { scrollMarginBottom: 0 },
      '& .file': {
        padding: spacing(0.5, 2, 0.5, 3),
        // Fixed column widths, so that sizes are aligned across rows.
        gridTemplateColumns: 'minmax(0, 1fr) auto 9.75rem 34px',
        gridTemplateAreas: '"name size status remove" "folder size status remove"',
      },
      '& .file.directory, & .file[data-nested="true"]': { paddingLeft: spacing(6) },
      '& .file[data-nested="true"][data-picture="true"]': { paddingLeft: spacing(10) },
      '& .chevron': { left: spacing(2.25) },
      '& .name:not(:has(~ .folder))': { gridRow: '1 / 3' },
      '& .file[data-status="error"]': {
        gridTemplateAreas: '"name size . remove" "folder size . remove" "status status status remove"',
      },
      '& .size': { textAlign: 'right' },
    },
  }
})

const ShowAllButton = styled(Button)(({ theme: { vars } }) => ({
  width: '100%',
  borderRadius: 0,
  borderTop: `1px solid ${vars.palette.divider}`,
  color: vars.palette.text.secondary,
}))
