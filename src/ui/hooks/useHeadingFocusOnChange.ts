import { useEffect, useRef } from 'react'
import { focusHeading } from './focusHeading.ts'

/**
 * Focuses a heading when a value has changed and the focused element is gone.
 * @param value compared by identity @param selector of the heading; the page's first one by default
 */
export function useHeadingFocusOnChange(value: unknown, selector?: string): void {
  const previousValue = useRef(value)
  useEffect(() => {
    if (previousValue.current === value) return
    previousValue.current = value
    if (document.activeElement === document.body) focusHeading(selector)
  }, [value, selector])
}
