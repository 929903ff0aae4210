import { useRef } from 'react'
import { filesIn, type FileTree, type TreeNode } from './fileTree.ts'
import { type Selection, changeSelection } from './selection.ts'
import { rowsBetween, type VisibleRow } from './treeRows.ts'

interface RowSelectionOptions {
  tree: FileTree
  rows: readonly VisibleRow[]
  isOpen: (key: string) => boolean
  selected: Selection
  canSelect: boolean
  onSelect: (selected: Selection) => void
  /** Files that are selected one by one only. */
  elsewhere: ReadonlyMap<number, unknown>
}

interface RowSelection {
  /** Toggles the selection of a file, or of all files of a directory. */
  toggle: (node: TreeNode) => void
  /**
   * Gives all rows from the anchor to this one the anchor's state; without an anchor toggles this one.
   * @param newAnchor its key; null keeps the anchor
   */
  extend: (index: number, newAnchor: string | null) => void
  /** Handles a click: with Shift it extends the selection from the anchor, otherwise it toggles or sets the anchor. */
  pick: (node: TreeNode, options: { shiftKey: boolean; toggles: boolean }) => void
  selectAll: () => void
}

export function useRowSelection(options: RowSelectionOptions): RowSelection {
  const { tree, rows, isOpen, selected, canSelect, onSelect, elsewhere } = options
  /** Anchor of a range, the selection it extends, and whether it selects or deselects. */
  const anchor = useRef<{ key: string; base: Selection; selects: boolean } | null>(null)

  const selectTo = (index: number) => {
    const from = rows.findIndex(({ node }) => node.key === anchor.current?.key)
    if (!canSelect || !anchor.current || from < 0) return
    const files = rowsBetween(rows, [from, index], isOpen).flatMap((node) => filesIn(tree, node))
    onSelect(changeSelection(anchor.current.base, files, anchor.current.selects))
  }
  const toggle = (node: TreeNode) => {
    if (!canSelect || node.from === node.to) return
    const files = filesIn(tree, node)
    const among = node.kind === 'file' ? files : files.filter(({ record }) => !elsewhere.has(record.id))
    const selects = among.some(({ record }) => !selected.has(record.id))
    const base = changeSelection(selected, selects ? among : files, selects)
    anchor.current = { key: node.key, base, selects }
    onSelect(base)
  }
  const setAnchor = (key: string) => {
    anchor.current = { key, base: selected, selects: true }
  }

  return {
    toggle,
    extend: (index, newAnchor) => {
      if (newAnchor !== null) setAnchor(newAnchor)
      const node = rows[index]?.node
      if (anchor.current) selectTo(index)
      else if (node) toggle(node)
    },
    pick: (node, { shiftKey, toggles }) => {
      if (shiftKey && anchor.current) selectTo(rows.findIndex((row) => row.node.key === node.key))
      else if (toggles) toggle(node)
      else setAnchor(node.key)
    },
    selectAll: () => {
      const among = tree.files.filter(({ record }) => !elsewhere.has(record.id))
      if (canSelect) onSelect(changeSelection(selected, among, true))
    },
  }
}
