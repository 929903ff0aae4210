import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { TreeNode } from './fileTree.ts'
import { parentIndex, type TreeRow, typedIndex } from './treeRows.ts'

/** Letters typed within this time of each other belong to one name. */
const typingMs = 800

interface TreeKeysOptions {
  rows: readonly TreeRow[]
  isOpen: (key: string) => boolean
  /** Holds the rows: elements with `data-key`, and in them `data-cell`. */
  body: RefObject<HTMLElement | null>
  /** The row with this key becomes the one that Tab leads to, and exists. */
  onActive: (key: string) => void
  onOpen: (key: string) => void
  onToggle: (node: TreeNode) => void
  /** Selects from where the range began to a row. `begins`: the key of a new beginning, or null to go on. */
  onRange: (index: number, begins: string | null) => void
  onSelectAll: () => void
  onDownload: (node: TreeNode) => void
  onDelete: () => void
}

/**
 * [Note: The keys of the tree]
 * Those of a tree grid in the WAI-ARIA Authoring Practices, rows first: Up and Down, Page Up and Page Down, Home and
 * End go through the rows; Right opens a directory, then leads into the row's cells; Left leads back out, closes, then
 * goes to the directory above. Space selects, with Shift all rows from the last one; Shift with the arrows extends.
 * Enter opens a directory or downloads a file. Ctrl+A selects all, Delete asks to delete what is selected, and typing
 * goes to the next name that begins so.
 */
export function useTreeKeys(options: TreeKeysOptions): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: -Infinity })
  const isExtending = useRef(false)

  return (event) => {
    const { rows, isOpen, body, onActive, onOpen, onToggle, onRange } = options
    const element = event.target as HTMLElement
    const rowElement = element.closest<HTMLElement>('[data-key]')
    const key = rowElement?.dataset.key
    const index = rows.findIndex(({ node }) => node.key === key)
    const row = rows[index]
    if (!rowElement || !row || event.altKey) return
    const isCtrl = event.ctrlKey || event.metaKey
    const cell = element === rowElement ? null : element.closest<HTMLElement>('[data-cell]')
    const isControl = element.matches('button, input')
    const isDirectory = row.node.kind === 'directory'
    // Any other key ends the word: a space is a space only within it.
    if (event.key.length > 1) typed.current = { text: '', at: -Infinity }
    const isTyping = event.timeStamp - typed.current.at < typingMs

    const focus = (to: number, column: string | undefined) => {
      const target = rows[to]
      if (!target) return
      // The row may be far away: it has to exist before it can have the focus.
      flushSync(() => onActive(target.node.key))
      const found = body.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(target.node.key)}"]`)
      const inRow =
        column === undefined ? null : cellsOf(found).find(({ dataset }) => dataset.cell === column)
      ;(inRow ?? found)?.focus({ preventScroll: true })
      found?.scrollIntoView({ block: 'nearest' })
    }
    const goTo = (to: number) => {
      const target = Math.max(0, Math.min(rows.length - 1, to))
      if (event.shiftKey && cell === null) {
        onRange(target, isExtending.current ? null : row.node.key)
        isExtending.current = true
      } else isExtending.current = false
      focus(target, cell?.dataset.cell)
    }
    const goToCell = (step: number) => {
      const cells = cellsOf(rowElement)
      const to = cell === null ? step - 1 : cells.indexOf(cell) + step
      if (to < 0) rowElement.focus()
      else cells[to]?.focus()
    }
    const page = Math.max(1, Math.floor(window.innerHeight / rowElement.offsetHeight) - 4)

    switch (event.key) {
      case 'ArrowDown':
        goTo(index + 1)
        break
      case 'ArrowUp':
        goTo(index - 1)
        break
      case 'PageDown':
        goTo(index + page)
        break
      case 'PageUp':
        goTo(index - page)
        break
      case 'Home':
        if (cell && !isCtrl) cellsOf(rowElement).at(0)?.focus()
        else goTo(0)
        break
      case 'End':
        if (cell && !isCtrl) cellsOf(rowElement).at(-1)?.focus()
        else goTo(rows.length - 1)
        break
      case 'ArrowRight':
        if (cell === null && isDirectory && !isOpen(row.node.key)) onOpen(row.node.key)
        else goToCell(1)
        break
      case 'ArrowLeft': {
        const parent = parentIndex(rows, index)
        if (cell) goToCell(-1)
        else if (isDirectory && isOpen(row.node.key)) onOpen(row.node.key)
        else if (parent >= 0) focus(parent, undefined)
        break
      }
      case 'Enter':
        if (isControl) return
        if (isDirectory) onOpen(row.node.key)
        else options.onDownload(row.node)
        break
      case 'Delete':
        options.onDelete()
        break
      case ' ':
        if (isControl) return
        if (isTyping && typed.current.text !== '') type(' ')
        else if (event.shiftKey) onRange(index, null)
        else onToggle(row.node)
        break
      default:
        if (isCtrl && event.key.toLowerCase() === 'a') options.onSelectAll()
        else if (!isCtrl && event.key.length === 1) type(event.key)
        else return
    }
    event.preventDefault()

    function type(letter: string) {
      typed.current = { text: (isTyping ? typed.current.text : '') + letter, at: event.timeStamp }
      const to = typedIndex(rows, index, typed.current.text)
      if (to >= 0) focus(to, undefined)
    }
  }
}

/** Those in sight: a phone shows fewer. */
function cellsOf(row: HTMLElement | null | undefined): HTMLElement[] {
  const cells = Array.from(row?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])
  return cells.filter((cell) => cell.getClientRects().length > 0)
}
