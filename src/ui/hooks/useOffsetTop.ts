import { type RefObject, useLayoutEffect, useState } from 'react'

/** Distance of an element from the top of the document, in pixels. @param isAbsent it is not rendered at the moment */
export function useOffsetTop(element: RefObject<HTMLElement | null>, isAbsent = false): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element, isAbsent])
  return top
}
