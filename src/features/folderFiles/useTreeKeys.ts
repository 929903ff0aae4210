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

  function goTo(to: number, { row, cell }: Place, isExtended: boolean) {
    if (isExtended && cell === null) {
      options.onRange(to, isExtending.current ? null : row.node.key)
      isExtending.current = true
    } else isExtending.current = false
    focusRow(options, to, cell?.dataset.cell)
  }
  function type(text: string, { index }: Place, at: number) {
    typed.current = { text, at }
    const to = typedIndex(options.rows, index, text)
    if (to >= 0) focusRow(options, to, undefined)
  }

  return (event) => {
    const place = placeOf(event, options.rows)
    if (!place || event.altKey) return
    // Any other key ends the word.
    if (event.key.length > 1) typed.current = { text: '', at: -Infinity }
    const word = event.timeStamp - typed.current.at < typingMs ? typed.current.text : ''
    const to = rowAfter(event, place, options.rows.length)
    if (to !== null) goTo(to, place, event.shiftKey)
    else if (isOfName(event, place, word)) type(word + event.key, place, event.timeStamp)
    else if (!moveInRow(event, place, options) && !act(event, place, options)) return
    event.preventDefault()
  }
}

/** Where a key was pressed. */
interface Place {
  index: number
  row: TreeRow
  element: HTMLElement
  /** Null where the row itself has the focus. */
  cell: HTMLElement | null
  /** A button or a box, which have keys of their own. */
  isControl: boolean
}

function placeOf({ target }: KeyboardEvent, rows: readonly TreeRow[]): Place | null {
  if (!(target instanceof HTMLElement)) return null
  const element = target.closest<HTMLElement>('[data-key]')
  const index = rows.findIndex(({ node }) => node.key === element?.dataset.key)
  const row = rows[index]
  if (!element || !row) return null
  const cell = target === element ? null : target.closest<HTMLElement>('[data-cell]')
  return { index, row, element, cell, isControl: target.matches('button, input') }
}

const isCtrl = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey

/** The row that a key leads to; null where it leads to none. */
function rowAfter(event: KeyboardEvent, { index, cell, element }: Place, rows: number): number | null {
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

/** The focus goes along the row, out of it, or opens and closes its directory. @returns whether the key means that */
function moveInRow({ key }: KeyboardEvent, place: Place, options: TreeKeysOptions): boolean {
  const { index, row, element, cell } = place
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

/** What is done with the row, or with what is selected. @returns whether the key means that */
function act(event: KeyboardEvent, { index, row, isControl }: Place, options: TreeKeysOptions): boolean {
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

/** A letter of a name that is looked for; a space is one only within it. */
function isOfName(event: KeyboardEvent, { isControl }: Place, word: string): boolean {
  if (event.key === ' ') return word !== '' && !isControl
  return event.key.length === 1 && !isCtrl(event)
}

function focusRow({ rows, body, onActive }: TreeKeysOptions, to: number, column: string | undefined) {
  const key = rows[to]?.node.key
  if (key === undefined) return
  // The row may be far away: it has to exist before it can have the focus.
  flushSync(() => onActive(key))
  const found = body.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
  const inRow =
    column === undefined ? null : found && cellsOf(found).find(({ dataset }) => dataset.cell === column)
  ;(inRow ?? found)?.focus({ preventScroll: true })
  found?.scrollIntoView({ block: 'nearest' })
}

/** Those in sight: a phone shows fewer. */
function cellsOf(row: HTMLElement): HTMLElement[] {
  const cells = Array.from(row.querySelectorAll<HTMLElement>('[data-cell]'))
  return cells.filter((cell) => cell.getClientRects().length > 0)
}
