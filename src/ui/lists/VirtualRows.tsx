import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useRef } from 'react'
import { useOffsetTop } from '../hooks/useOffsetTop.ts'

/** Lists that render only the rows in view. */

interface RowOptions<T> {
  keyOf: (item: T) => number | string
  /** Of most rows, in pixels; rendered ones are measured. */
  height: number
  /** Number of rows that are rendered on either side of those in view. */
  overscan: number
  /** Lists up to this length are rendered completely, so that the browser's search finds all rows. */
  renderAllUpTo?: number
}

const virtualizerOptions = <T,>(
  items: readonly T[],
  { keyOf, height, overscan, renderAllUpTo = 0 }: RowOptions<T>,
) => ({
  count: items.length,
  estimateSize: () => height,
  getItemKey: (index: number) => {
    const item = items[index]
    return item === undefined ? index : keyOf(item)
  },
  overscan: items.length <= renderAllUpTo ? renderAllUpTo : overscan,
})

/** Rows of a list that scrolls with the page. @param pinned index of a row that stays rendered out of view */
export function usePageRows<T, Body extends HTMLElement = HTMLDivElement>(
  items: readonly T[],
  options: RowOptions<T>,
  pinned?: number,
) {
  const body = useRef<Body>(null)
  const scrollMargin = useOffsetTop(body, items.length === 0)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inView = defaultRangeExtractor(range)
      return pinned === undefined ? inView : [...new Set([...inView, pinned])].sort((a, b) => a - b)
    },
    [pinned],
  )
  const virtual = useWindowVirtualizer({
    ...virtualizerOptions(items, options),
    scrollMargin,
    rangeExtractor,
  })
  return { body, virtual }
}

/** Rows of a list that scrolls by itself. */
export function useBoxRows<T>(items: readonly T[], options: RowOptions<T>) {
  const body = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    ...virtualizerOptions(items, options),
    getScrollElement: () => body.current,
  })
  return { body, virtual }
}

interface VirtualRowsProps<T> {
  items: readonly T[]
  virtual: Virtualizer<Window, Element> | Virtualizer<HTMLDivElement, Element>
  role: 'listitem' | 'presentation'
  children: (item: T, index: number) => ReactNode
}

/** The rendered rows, each at its place: `.row` has to be positioned at the top of an element of the whole height. */
export const VirtualRows = <T,>({ items, virtual, role, children }: VirtualRowsProps<T>) =>
  virtual.getVirtualItems().map(({ index, key, start }) => {
    const item = items[index]
    return (
      <div
        key={key}
        ref={virtual.measureElement}
        data-index={index}
        role={role}
        {...(role === 'listitem' && { 'aria-setsize': items.length, 'aria-posinset': index + 1 })}
        className="row"
        style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
      >
        {item !== undefined && children(item, index)}
      </div>
    )
  })
