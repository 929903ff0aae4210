import Box from '@mui/material/Box'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { withToggled } from '../../../../core/util/withToggled.ts'
import { t } from '../../../../i18n/t.ts'
import { useAppDispatch } from '../../../store/hooks.ts'
import { usePageRows, VirtualRows } from '../../../ui/lists/VirtualRows.tsx'
import { setRowsInView } from '../checks/rowsInView.ts'
import type { FileNode, FileTree, TreeNode } from './fileTree.ts'
import { checkState, selectionPrefixSums, type Selection } from './selection.ts'
import { TreeHead } from './TreeHead.tsx'
import { type RowActions, TreeRow } from './TreeRow.tsx'
import { type FileSort, type VisibleRow, visibleRows } from './treeRows.ts'
import type { ToolbarState } from '../toolbar/toolbarState.ts'
import { treeStyles } from './treeStyles.ts'
import { useRowSelection } from './useRowSelection.ts'
import { useTreeKeyboard } from './useTreeKeyboard.ts'

interface FileTreeGridProps extends Pick<ToolbarState, 'canSelect' | 'canAct'> {
  tree: FileTree
  /** True while searching, when directories are expanded automatically. */
  isSearch: boolean
  selected: Selection
  /** True if single files can be shared: on a phone, with the key unlocked. */
  canShare: boolean
  onSelect: (selected: Selection) => void
  /** Files that are selected one by one only. */
  elsewhere: ReadonlyMap<number, unknown>
  onDownload: (node: TreeNode) => void
  onShare: (node: TreeNode) => void
  onRead: (file: FileNode) => void
  onPreview: (file: FileNode) => void
  onDelete: () => void
  empty: ReactNode
}

const rowOptions = { keyOf: ({ node }: VisibleRow) => node.key, height: 41, overscan: 12, renderAllUpTo: 100 }

/** Directories and files as a tree grid that renders only visible rows. */
export function FileTreeGrid(props: FileTreeGridProps) {
  const { tree, isSearch, selected, canSelect, canAct, canShare } = props
  const [sort, setSort] = useState<FileSort>({ by: 'name', descending: false })
  const { isOpen, toggle: onOpen } = useOpenDirectories(isSearch)
  const rows = useMemo(() => visibleRows(tree.root, isOpen, sort), [tree, isOpen, sort])
  const selectionSums = useMemo(() => selectionPrefixSums(tree, selected), [tree, selected])
  const { activeIndex, setActiveKey } = useActiveRow(rows)
  // The focused row stays rendered out of view, so that the focus is not lost.
  const { body, virtual } = usePageRows(rows, rowOptions, activeIndex)
  const dispatch = useAppDispatch()
  useEffect(() => {
    const nodes = virtual.getVirtualItems().flatMap(({ index }) => rows[index]?.node ?? [])
    dispatch(setRowsInView(nodes.flatMap((node) => (node.kind === 'file' ? [node.record.id] : []))))
  })
  const rowSelection = useRowSelection({ ...props, rows, isOpen })
  const onKeyDown = useTreeKeyboard({
    rows,
    isOpen,
    body,
    onActive: setActiveKey,
    onOpen,
    onToggle: rowSelection.toggle,
    onRange: rowSelection.extend,
    onSelectAll: rowSelection.selectAll,
    onDownload: (node) => {
      if (canAct) props.onDownload(node)
    },
    onDelete: () => {
      if (canAct) props.onDelete()
    },
  })
  const actions = useStableActions(
    {
      onPick: rowSelection.pick,
      onOpen,
      onDownload: props.onDownload,
      onShare: props.onShare,
      onRead: props.onRead,
      onPreview: props.onPreview,
    },
    setActiveKey,
  )

  // The expanded directories are remembered meanwhile.
  if (tree.files.length === 0) return props.empty
  return (
    <Box
      role="treegrid"
      aria-label={t('files.list')}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-busy={!canSelect}
      data-shares={canShare}
      sx={treeStyles}
    >
      <TreeHead sort={sort} onSort={setSort} />
      <div
        ref={body}
        role="rowgroup"
        style={{ height: virtual.getTotalSize(), position: 'relative' }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setActiveKey(target.closest('[data-key]')?.getAttribute('data-key') ?? null)}
      >
        <VirtualRows items={rows} virtual={virtual} role="presentation">
          {(row, index) => (
            <TreeRow
              row={row}
              index={index + 2}
              isOpen={row.node.kind === 'directory' && isOpen(row.node.key)}
              isActive={index === activeIndex}
              check={checkState(row.node, selectionSums)}
              canSelect={canSelect}
              canAct={canAct}
              canShare={canShare}
              actions={actions}
            />
          )}
        </VirtualRows>
      </div>
    </Box>
  )
}

/** Returns the one row in the tab order: the first, until another is used. */
function useActiveRow(rows: readonly VisibleRow[]) {
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const activeIndex = useMemo(
    () =>
      Math.max(
        0,
        rows.findIndex(({ node }) => node.key === activeKey),
      ),
    [rows, activeKey],
  )
  return { activeIndex, setActiveKey }
}

/** State of the expanded directories. A search expands all and has a state of its own. */
function useOpenDirectories(isSearch: boolean) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [closedInSearch, setClosedInSearch] = useState<ReadonlySet<string>>(new Set())
  const isOpen = useCallback(
    (key: string) => (isSearch ? !closedInSearch.has(key) : opened.has(key)),
    [isSearch, opened, closedInSearch],
  )
  const toggle = (key: string) =>
    (isSearch ? setClosedInSearch : setOpened)((before) => withToggled(before, key))
  return { isOpen, toggle }
}

/** Returns stable callbacks, so that unchanged rows are not rendered again. Using a row makes it active. */
function useStableActions(actions: RowActions, onActive: (key: string) => void): RowActions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  return useMemo(
    () => ({
      onPick: (node, event) => {
        onActive(node.key)
        latest.current.onPick(node, event)
      },
      onOpen: (key) => {
        onActive(key)
        latest.current.onOpen(key)
      },
      onDownload: (node) => {
        onActive(node.key)
        latest.current.onDownload(node)
      },
      onShare: (node) => {
        onActive(node.key)
        latest.current.onShare(node)
      },
      onRead: (file) => {
        onActive(file.key)
        latest.current.onRead(file)
      },
      onPreview: (file) => {
        onActive(file.key)
        latest.current.onPreview(file)
      },
    }),
    [onActive],
  )
}
