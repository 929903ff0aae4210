import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type DirectoryNode, type FileNode, type Sort, type SortKey, visibleRows } from './fileTree.ts'
import { checkState } from './selection.ts'
import { type RowActions, TreeRow } from './TreeRow.tsx'
import { treeStyles } from './treeStyles.ts'

/**
 * Up to here all rows exist, so that the browser's own search finds them; beyond, only those in sight.
 */
const wholeUpTo = 500

const columns: { key: SortKey; label: string }[] = [
  { key: 'name', label: 'Name' },
  { key: 'uploaded', label: 'Uploaded' },
  { key: 'downloaded', label: 'Last Downloaded' },
]

interface FileTreeProps {
  root: DirectoryNode
  selected: ReadonlySet<number>
  busy: boolean
  onToggle: (fileIds: readonly number[]) => void
  onDownload: (node: FileNode | DirectoryNode) => void
}

/** Directories and files as a table that opens; only the rows in sight exist. */
export function FileTree({ root, selected, busy, onToggle, onDownload }: FileTreeProps) {
  const [sort, setSort] = useState<Sort>({ by: 'name', descending: false })
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => visibleRows(root, open, sort), [root, open, sort])
  const body = useRef<HTMLDivElement>(null)
  const top = useTopOf(body)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 45,
    getItemKey: (index) => rows[index]?.node.key ?? index,
    scrollMargin: top,
    overscan: rows.length <= wholeUpTo ? wholeUpTo : 12,
  })

  const actions: RowActions = useMemo(
    () => ({
      onToggle,
      onDownload,
      onOpen: (key) =>
        setOpen((before) => {
          const next = new Set(before)
          if (!next.delete(key)) next.add(key)
          return next
        }),
    }),
    [onToggle, onDownload],
  )

  return (
    <Box role="treegrid" aria-label="Files" aria-rowcount={rows.length + 1} aria-busy={busy} sx={treeStyles}>
      <div role="row" className="cells head">
        <span role="columnheader" className="check" aria-label="Selected" />
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
      <div ref={body} role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (!row) return null
          const { node, level } = row
          const ids = node.kind === 'file' ? null : node.fileIds
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
                node={node}
                level={level}
                index={index + 2}
                isOpen={open.has(node.key)}
                check={
                  ids
                    ? checkState(ids, selected)
                    : node.kind === 'file' && selected.has(node.record.id)
                      ? 'checked'
                      : 'unchecked'
                }
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

/** How far down the document an element begins; what stands above it may grow. */
function useTopOf(element: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
