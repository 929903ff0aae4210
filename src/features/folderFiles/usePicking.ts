import { useRef } from 'react'
import { filesIn, type FileTree, type TreeNode } from './fileTree.ts'
import { checkState, type Selection, withFiles } from './selection.ts'
import { rowsBetween, type TreeRow } from './treeRows.ts'

interface PickingOptions {
  tree: FileTree
  rows: readonly TreeRow[]
  isOpen: (key: string) => boolean
  selected: Selection
  /** See `selectedBefore`. */
  sums: Uint32Array
  /** Nothing can be selected. */
  busy: boolean
  onSelect: (selected: Selection) => void
}

interface Picking {
  /** Selects a file or all of a directory, or takes that back. */
  toggle: (node: TreeNode) => void
  /** All rows from where the range began. `begins`: the key of a new beginning, or null to go on. */
  extend: (index: number, begins: string | null) => void
  /** A click: with Shift from the row before; without anything the row is where a range may begin. */
  pick: (node: TreeNode, how: { shiftKey: boolean; toggles: boolean }) => void
  selectAll: () => void
}

/** Rows that are selected one by one, or from one to another. */
export function usePicking(options: PickingOptions): Picking {
  const { tree, rows, isOpen, selected, sums, busy, onSelect } = options
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
  const begin = (key: string) => {
    anchor.current = { key, base: selected, selects: true }
  }

  return {
    toggle,
    extend: (index, begins) => {
      if (begins !== null) begin(begins)
      const node = rows[index]?.node
      if (anchor.current) selectTo(index)
      else if (node) toggle(node)
    },
    pick: (node, { shiftKey, toggles }) => {
      if (shiftKey && anchor.current) selectTo(rows.findIndex((row) => row.node.key === node.key))
      else if (toggles) toggle(node)
      else begin(node.key)
    },
    selectAll: () => {
      if (!busy) onSelect(withFiles(selected, tree.files, true))
    },
  }
}
