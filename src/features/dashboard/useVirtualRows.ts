import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useOffsetTop } from '../../ui/hooks/useOffsetTop.ts'

const renderAllUpTo = 100

/** Returns the visible rows, which need `measure` as ref and `data-index`, and the height of the rest. */
export function useVirtualRows<T extends { id: number }>(items: T[], estimatedHeight: number) {
  const body = useRef<HTMLTableSectionElement & HTMLUListElement>(null)
  const top = useOffsetTop(body)
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    scrollMargin: top,
    overscan: items.length <= renderAllUpTo ? renderAllUpTo : 8,
  })
  const inSight = virtual.getVirtualItems()
  const [first] = inSight
  const last = inSight.at(-1)
  return {
    body,
    rows: inSight.flatMap(({ index }) => {
      const item = items[index]
      return item ? [{ item, index, measure: virtual.measureElement }] : []
    }),
    heightAbove: first ? first.start - top : 0,
    heightBelow: last ? Math.max(0, virtual.getTotalSize() - (last.end - top)) : 0,
  }
}
