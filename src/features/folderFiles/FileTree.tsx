import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTopOf } from '../../ui/useTopOf.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { filesIn, type FileTree as Files, type TreeNode } from './fileTree.ts'
import { checkState, selectedBefore, type Selection, withFiles } from './selection.ts'
import { type RowActions, TreeRow } from './TreeRow.tsx'
import { rowsBetween, type Sort, type SortKey, visibleRows } from './treeRows.ts'
import { treeStyles } from './treeStyles.ts'
import { useTreeKeys } from './useTreeKeys.ts'

/** Up to here all rows exist, so that the browser's own search finds them; beyond, only those in sight. */
const wholeUpTo = 100

const columns: { key: SortKey; label: string }[] = [
  { key: 'name', label: 'Name' },
  { key: 'uploaded', label: 'Uploaded' },
  { key: 'downloaded', label: 'Last Downloaded' },
]

interface FileTreeProps {
  tree: Files
  /** While names are looked for, directories stand open by themselves. */
  isSearch: boolean
  selected: Selection
  busy: boolean
  onSelect: (selected: Selection) => void
  onDownload: (node: TreeNode) => void
  onDelete: () => void
  /** What stands in place of the rows when no file is in sight. */
  empty: ReactNode
}

/** Directories and files as a table that opens; only the rows in sight exist. */
export function FileTree(props: FileTreeProps) {
  const { tree, isSearch, selected, busy, onSelect } = props
  const [sort, setSort] = useState<Sort>({ by: 'name', descending: false })
  const [turned, setTurned] = useState<{ open: ReadonlySet<string>; closed: ReadonlySet<string> }>(untouched)
  const isOpen = useCallback(
    (key: string) => (isSearch ? !turned.closed.has(key) : turned.open.has(key)),
    [isSearch, turned],
  )
  const rows = useMemo(() => visibleRows(tree.root, isOpen, sort), [tree, isOpen, sort])
  const sums = useMemo(() => selectedBefore(tree, selected), [tree, selected])

  const [activeKey, setActiveKey] = useState<string | null>(null)
  const activeIndex = useMemo(
    () =>
      Math.max(
        0,
        rows.findIndex(({ node }) => node.key === activeKey),
      ),
    [rows, activeKey],
  )
  const body = useRef<HTMLDivElement>(null)
  const top = useTopOf(body, tree.files.length === 0)
  // The row with the focus stays while it is scrolled out of sight: otherwise the keyboard would lose its place.
  const rangeExtractor = useCallback(
    (range: Range) => withIndex(defaultRangeExtractor(range), activeIndex),
    [activeIndex],
  )
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 45,
    getItemKey: (index) => rows[index]?.node.key ?? index,
    scrollMargin: top,
    overscan: rows.length <= wholeUpTo ? wholeUpTo : 12,
    rangeExtractor,
  })

  /** Where a range of rows begins, the selection it is added to, and whether it selects. */
  const anchor = useRef<{ key: string; base: Selection; selects: boolean } | null>(null)

  const selectTo = (index: number) => {
    const from = rows.findIndex(({ node }) => node.key === anchor.current?.key)
    if (busy || !anchor.current || from < 0) return
    const files = rowsBetween(rows, [from, index], isOpen).flatMap((node) => filesIn(tree, node))
    onSelect(withFiles(anchor.current.base, files, anchor.current.selects))
  }
  const toggle = (node: TreeNode) => {
    if (busy || node.from === node.to) return
    const selects = checkState(node, sums) !== 'checked'
    const base = withFiles(selected, filesIn(tree, node), selects)
    anchor.current = { key: node.key, base, selects }
    onSelect(base)
  }
  const open = (key: string) =>
    setTurned(({ open, closed }) =>
      isSearch ? { open, closed: toggled(closed, key) } : { open: toggled(open, key), closed },
    )
  const pick = (node: TreeNode, { shiftKey, toggles }: { shiftKey: boolean; toggles: boolean }) => {
    setActiveKey(node.key)
    if (shiftKey && anchor.current) selectTo(rows.findIndex((row) => row.node.key === node.key))
    else if (toggles) toggle(node)
    else anchor.current = { key: node.key, base: selected, selects: true }
  }

  const onKeyDown = useTreeKeys({
    rows,
    isOpen,
    body,
    onActive: setActiveKey,
    onOpen: open,
    onToggle: toggle,
    onRange: (index, begins) => {
      if (begins !== null) anchor.current = { key: begins, base: selected, selects: true }
      const node = rows[index]?.node
      if (anchor.current) selectTo(index)
      else if (node) toggle(node)
    },
    onSelectAll: () => {
      if (!busy) onSelect(withFiles(selected, tree.files, true))
    },
    onDownload: (node) => {
      if (!busy) props.onDownload(node)
    },
    onDelete: () => {
      if (!busy) props.onDelete()
    },
  })

  const latest = useRef({ pick, open, download: props.onDownload })
  useLayoutEffect(() => {
    latest.current = { pick, open, download: props.onDownload }
  })
  /** The same at every drawing: rows that did not change are not drawn again. */
  const actions: RowActions = useMemo(
    () => ({
      onPick: (node, event) => latest.current.pick(node, event),
      onOpen: (key) => {
        setActiveKey(key)
        latest.current.open(key)
      },
      onDownload: (node) => {
        setActiveKey(node.key)
        latest.current.download(node)
      },
    }),
    [],
  )

  // What stands open is remembered meanwhile.
  if (tree.files.length === 0) return props.empty
  return (
    <Box
      role="treegrid"
      aria-label="Files"
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-busy={busy}
      sx={treeStyles}
    >
      <div role="row" className="cells head">
        <span role="columnheader" className="check">
          <span style={visuallyHidden}>Selected</span>
        </span>
        {columns.map(({ key, label }) => (
          <SortHeader
            key={key}
            className={key}
            label={label}
            direction={sort.by === key ? (sort.descending ? 'descending' : 'ascending') : null}
            onClick={() => setSort({ by: key, descending: sort.by === key && !sort.descending })}
          />
        ))}
        <span role="columnheader" className="size">
          Size
        </span>
        <span role="columnheader" className="action">
          Action
        </span>
      </div>
      <div
        ref={body}
        role="rowgroup"
        style={{ height: virtual.getTotalSize(), position: 'relative' }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setActiveKey(target.closest('[data-key]')?.getAttribute('data-key') ?? null)}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="presentation"
              className="row"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <TreeRow
                row={row}
                index={index + 2}
                isOpen={row.node.kind === 'directory' && isOpen(row.node.key)}
                isActive={index === activeIndex}
                check={checkState(row.node, sums)}
                busy={busy}
                actions={actions}
              />
            </div>
          )
        })}
      </div>
    </Box>
  )
}

const untouched = { open: new Set<string>(), closed: new Set<string>() }

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Ascending, as the virtualiser wants them. */
function withIndex(indexes: number[], index: number): number[] {
  if (indexes.includes(index)) return indexes
  return [...indexes, index].sort((a, b) => a - b)
}

interface SortHeaderProps {
  className: string
  label: string
  direction: 'ascending' | 'descending' | null
  onClick: () => void
}

function SortHeader({ className, label, direction, onClick }: SortHeaderProps) {
  const Arrow = direction === 'descending' ? ArrowDownwardIcon : ArrowUpwardIcon
  return (
    <span role="columnheader" className={className} aria-sort={direction ?? 'none'}>
      <ButtonBase onClick={onClick} className="sort" data-active={direction !== null}>
        {label}
        <Arrow className="arrow" />
      </ButtonBase>
    </span>
  )
}
