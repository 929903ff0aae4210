import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * How far down the document an element begins, in pixels; what stands above it may grow.
 * @param isAbsent the element is not drawn at the moment
 */
export function useTopOf(element: RefObject<HTMLElement | null>, isAbsent = false): number {
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
