import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'
import { useOffsetTop } from '../../ui/useOffsetTop.ts'
import type { VisibleRow } from './treeRows.ts'

/** Lists up to this length are rendered completely, so that the browser's search finds all rows. */
const renderAllUpTo = 100

/** Returns the virtualizer of the rows, and the distance of the list from the top of the document. */
export function useRowVirtualizer(
  rows: readonly VisibleRow[],
  activeIndex: number,
  body: RefObject<HTMLElement | null>,
) {
  const top = useOffsetTop(body, rows.length === 0)
  // Keep the focused row mounted while it is scrolled out of view, so that the focus is not lost.
  const rangeExtractor = useCallback(
    (range: Range) => withIndex(defaultRangeExtractor(range), activeIndex),
    [activeIndex],
  )
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 41,
    getItemKey: (index) => rows[index]?.node.key ?? index,
    scrollMargin: top,
    overscan: rows.length <= renderAllUpTo ? renderAllUpTo : 12,
    rangeExtractor,
  })
  return { virtual, top }
}

/** Inserts an index in ascending order, as the virtualizer requires. */
function withIndex(indexes: number[], index: number): number[] {
  if (indexes.includes(index)) return indexes
  return [...indexes, index].sort((a, b) => a - b)
}
