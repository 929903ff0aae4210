import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'
import { useTopOf } from '../../ui/useTopOf.ts'
import type { TreeRow } from './treeRows.ts'

/** Up to here all rows exist, so that the browser's own search finds them; beyond, only those in sight. */
const wholeUpTo = 100

/** The rows that exist, and how far down the page the first one stands. `body` holds them. */
export function useRowWindow(
  rows: readonly TreeRow[],
  activeIndex: number,
  body: RefObject<HTMLElement | null>,
) {
  const top = useTopOf(body, rows.length === 0)
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
  return { virtual, top }
}

/** Ascending, as the virtualiser wants them. */
function withIndex(indexes: number[], index: number): number[] {
  if (indexes.includes(index)) return indexes
  return [...indexes, index].sort((a, b) => a - b)
}
