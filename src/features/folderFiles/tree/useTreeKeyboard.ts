import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { TreeNode } from './fileTree.ts'
import { parentIndex, type VisibleRow, indexOfTypedName } from './treeRows.ts'

/** Maximum time between two letters of one prefix. */
const typingMs = 800

interface TreeKeyboardOptions {
  rows: readonly VisibleRow[]
  isOpen: (key: string) => boolean
  /** Container of the rows: elements with `data-key`, which contain elements with `data-cell`. */
  body: RefObject<HTMLElement | null>
  /** Called with the key of the row to render and put in the tab order. */
  onActive: (key: string) => void
  onOpen: (key: string) => void
  onToggle: (node: TreeNode) => void
  /** Selects from the anchor to a row. `newAnchor`: key of a new anchor, or null to keep it. */
  onRange: (index: number, newAnchor: string | null) => void
  onSelectAll: () => void
  onDownload: (node: TreeNode) => void
  onDelete: () => void
}

/**
 * [Note: The keys of the tree] The keys follow the tree grid of the WAI-ARIA Authoring Practices, rows first:
 * Up, Down, Page Up, Page Down, Home and End move between rows. Right expands a directory, then moves into
 * the row's cells; Left moves back, collapses, then moves to the parent. Space selects, with Shift all rows
 * from the last one; Shift with arrows extends. Enter toggles a directory or downloads a file. Ctrl+A selects
 * all, Delete asks to delete the selection, and typing moves to the next name with that prefix.
 */
export function useTreeKeyboard(options: TreeKeyboardOptions): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: -Infinity })
  const isExtending = useRef(false)

  function goTo(to: number, { row, cell }: KeyTarget, isExtended: boolean) {
    if (isExtended && cell === null) {
      options.onRange(to, isExtending.current ? null : row.node.key)
      isExtending.current = true
    } else isExtending.current = false
    focusRow(options, to, cell?.dataset.cell)
  }
  function typeCharacter(text: string, { index }: KeyTarget, typedAtMs: number) {
    typed.current = { text, at: typedAtMs }
    const to = indexOfTypedName(options.rows, index, text)
    if (to >= 0) focusRow(options, to, undefined)
  }

  return (event) => {
    const target = keyTargetOf(event, options.rows)
    if (!target || event.altKey) return
    // Other keys end the prefix.
    if (event.key.length > 1) typed.current = { text: '', at: -Infinity }
    const prefix = event.timeStamp - typed.current.at < typingMs ? typed.current.text : ''
    const to = rowIndexAfterKey(event, target, options.rows.length)
    if (to !== null) goTo(to, target, event.shiftKey)
    else if (isNameCharacter(event, target, prefix))
      typeCharacter(prefix + event.key, target, event.timeStamp)
    else if (!handleKeyInRow(event, target, options) && !handleActionKey(event, target, options)) return
    event.preventDefault()
  }
}

interface KeyTarget {
  index: number
  row: VisibleRow
  element: HTMLElement
  /** Null if the row itself has the focus. */
  cell: HTMLElement | null
  /** True for a button or checkbox, which handles keys itself. */
  isControl: boolean
}

function keyTargetOf({ target }: KeyboardEvent, rows: readonly VisibleRow[]): KeyTarget | null {
  if (!(target instanceof HTMLElement)) return null
  const element = target.closest<HTMLElement>('[data-key]')
  const index = rows.findIndex(({ node }) => node.key === element?.dataset.key)
  const row = rows[index]
  if (!element || !row) return null
  const cell = target === element ? null : target.closest<HTMLElement>('[data-cell]')
  return { index, row, element, cell, isControl: target.matches('button, input') }
}

const isCtrl = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey

/** Returns the row that a key moves to; null if none. */
function rowIndexAfterKey(
  event: KeyboardEvent,
  { index, cell, element }: KeyTarget,
  rows: number,
): number | null {
  const page = Math.max(1, Math.floor(window.innerHeight / element.offsetHeight) - 4)
  const isInRow = cell !== null && !isCtrl(event)
  const targets: Record<string, number | null> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: isInRow ? null : 0,
    End: isInRow ? null : rows - 1,
  }
  const to = targets[event.key] ?? null
  return to === null ? null : Math.max(0, Math.min(rows - 1, to))
}

/** Moves the focus within or out of the row, or toggles its directory. @returns true if the key was handled */
function handleKeyInRow({ key }: KeyboardEvent, target: KeyTarget, options: TreeKeyboardOptions): boolean {
  const { index, row, element, cell } = target
  const isDirectory = row.node.kind === 'directory'
  const isOpen = isDirectory && options.isOpen(row.node.key)
  const cells = cellsOf(element)
  const goToCell = (step: number) => {
    const to = cell === null ? step - 1 : cells.indexOf(cell) + step
    if (to < 0) element.focus()
    else cells[to]?.focus()
  }
  if (key === 'Home') cells.at(0)?.focus()
  else if (key === 'End') cells.at(-1)?.focus()
  else if (key === 'ArrowRight') {
    if (cell === null && isDirectory && !isOpen) options.onOpen(row.node.key)
    else goToCell(1)
  } else if (key === 'ArrowLeft') {
    const parent = parentIndex(options.rows, index)
    if (cell) goToCell(-1)
    else if (isOpen) options.onOpen(row.node.key)
    else if (parent >= 0) focusRow(options, parent, undefined)
  } else return false
  return true
}

/** Acts on the row or the selection. @returns true if the key was handled */
function handleActionKey(
  event: KeyboardEvent,
  { index, row, isControl }: KeyTarget,
  options: TreeKeyboardOptions,
): boolean {
  if (event.key === 'Delete') options.onDelete()
  else if (isCtrl(event) && event.key.toLowerCase() === 'a') options.onSelectAll()
  else if (event.key === 'Enter' && !isControl) {
    if (row.node.kind === 'directory') options.onOpen(row.node.key)
    else options.onDownload(row.node)
  } else if (event.key === ' ' && !isControl) {
    if (event.shiftKey) options.onRange(index, null)
    else options.onToggle(row.node)
  } else return false
  return true
}

/** True for a character of a name prefix; a space counts only within one. */
function isNameCharacter(event: KeyboardEvent, { isControl }: KeyTarget, prefix: string): boolean {
  if (event.key === ' ') return prefix !== '' && !isControl
  return event.key.length === 1 && !isCtrl(event)
}

function focusRow({ rows, body, onActive }: TreeKeyboardOptions, to: number, column: string | undefined) {
  const key = rows[to]?.node.key
  if (key === undefined) return
  // The row must be mounted before it can get the focus.
  flushSync(() => onActive(key))
  const rowElement = body.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
  const inRow =
    column === undefined
      ? null
      : rowElement && cellsOf(rowElement).find(({ dataset }) => dataset.cell === column)
  ;(inRow ?? rowElement)?.focus({ preventScroll: true })
  rowElement?.scrollIntoView({ block: 'nearest' })
}

/** Returns the visible cells; phones show fewer. */
function cellsOf(row: HTMLElement): HTMLElement[] {
  const cells = Array.from(row.querySelectorAll<HTMLElement>('[data-cell]'))
  return cells.filter((cell) => cell.getClientRects().length > 0)
}
