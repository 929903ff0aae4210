import Box from '@mui/material/Box'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import type { FileTree as Files, TreeNode } from './fileTree.ts'
import { checkState, selectionPrefixSums, type Selection } from './selection.ts'
import { TreeHead } from './TreeHead.tsx'
import { type RowActions, TreeRow } from './TreeRow.tsx'
import { type Sort, type VisibleRow as Row, visibleRows } from './treeRows.ts'
import type { ToolbarState } from './toolbarState.ts'
import { treeStyles } from './treeStyles.ts'
import { useOpenDirectories } from './useOpenDirectories.ts'
import { useRowSelection } from './useRowSelection.ts'
import { useRowVirtualizer } from './useRowVirtualizer.ts'
import { useTreeKeyboard } from './useTreeKeyboard.ts'

interface FileTreeProps {
  tree: Files
  /** True while searching, when directories are expanded automatically. */
  isSearch: boolean
  selected: Selection
  /** Actions on rows. */
  state: Pick<ToolbarState, 'canSelect' | 'canAct' | 'canShare'>
  onSelect: (selected: Selection) => void
  onDownload: (node: TreeNode) => void
  onShare: (node: TreeNode) => void
  onDelete: () => void
  /** Shown in place of the rows if no file is visible. */
  empty: ReactNode
}

/** Directories and files as a tree grid that renders only visible rows. */
export function FileTree(props: FileTreeProps) {
  const { tree, isSearch, selected, state } = props
  const { canSelect, canAct, canShare } = state
  const [sort, setSort] = useState<Sort>({ by: 'name', descending: false })
  const { isOpen, toggle: turn } = useOpenDirectories(isSearch)
  const rows = useMemo(() => visibleRows(tree.root, isOpen, sort), [tree, isOpen, sort])
  const sums = useMemo(() => selectionPrefixSums(tree, selected), [tree, selected])
  const { activeIndex, setActiveKey } = useActiveRow(rows)
  const body = useRef<HTMLDivElement>(null)
  const { virtual, top } = useRowVirtualizer(rows, activeIndex, body)
  const picking = useRowSelection({ ...props, canSelect, rows, isOpen, sums })
  const onKeyDown = useTreeKeyboard({
    rows,
    isOpen,
    body,
    onActive: setActiveKey,
    onOpen: turn,
    onToggle: picking.toggle,
    onRange: picking.extend,
    onSelectAll: picking.selectAll,
    onDownload: (node) => {
      if (canAct) props.onDownload(node)
    },
    onDelete: () => {
      if (canAct) props.onDelete()
    },
  })
  const actions = useStableActions(
    { pick: picking.pick, turn, download: props.onDownload, share: props.onShare },
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
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            role="presentation"
            className="row"
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {rows[index] && (
              <TreeRow
                row={rows[index]}
                index={index + 2}
                isOpen={rows[index].node.kind === 'directory' && isOpen(rows[index].node.key)}
                isActive={index === activeIndex}
                check={checkState(rows[index].node, sums)}
                canSelect={canSelect}
                canAct={canAct}
                canShare={canShare}
                actions={actions}
              />
            )}
          </div>
        ))}
      </div>
    </Box>
  )
}

/** Returns the one row in the tab order: the first, until another is used. */
function useActiveRow(rows: readonly Row[]) {
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const activeIndex = useMemo(() => {
    const index = rows.findIndex(({ node }) => node.key === activeKey)
    return Math.max(0, index)
  }, [rows, activeKey])
  return { activeIndex, setActiveKey }
}

interface Doing {
  pick: RowActions['onPick']
  turn: (key: string) => void
  download: (node: TreeNode) => void
  share: (node: TreeNode) => void
}

/** Returns stable callbacks, so that unchanged rows are not rendered again. Using a row makes it active. */
function useStableActions(doing: Doing, onActive: (key: string) => void): RowActions {
  const latest = useRef(doing)
  useLayoutEffect(() => {
    latest.current = doing
  })
  return useMemo(
    () => ({
      onPick: (node, event) => {
        onActive(node.key)
        latest.current.pick(node, event)
      },
      onOpen: (key) => {
        onActive(key)
        latest.current.turn(key)
      },
      onDownload: (node) => {
        onActive(node.key)
        latest.current.download(node)
      },
      onShare: (node) => {
        onActive(node.key)
        latest.current.share(node)
      },
    }),
    [onActive],
  )
}
