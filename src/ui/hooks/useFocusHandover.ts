import { type RefObject, useLayoutEffect } from 'react'
import { focusHeading } from './focusHeading.ts'

/** Focuses a heading when an element with the focus is removed; it would start over at the top. */
export function useFocusHandover(element: RefObject<HTMLElement | null>, heading?: string): void {
  useLayoutEffect(() => {
    const node = element.current
    return () => {
      if (!node?.contains(document.activeElement)) return
      queueMicrotask(() => {
        if (!node.isConnected) focusHeading(heading)
      })
    }
  }, [element, heading])
}
