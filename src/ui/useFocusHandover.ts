import { type RefObject, useLayoutEffect } from 'react'
import { focusHeading } from './focusHeading.ts'

/** When an element goes and the focus is within, a heading gets it: nobody is sent to the top of the page. */
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
