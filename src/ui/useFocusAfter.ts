import { useEffect, useRef } from 'react'
import { focusHeading } from './focusHeading.ts'

/** Focuses a heading when `what` has changed and the focused element is gone. @param what compared by identity */
export function useFocusAfter(what: unknown, heading?: string): void {
  const before = useRef(what)
  useEffect(() => {
    if (before.current === what) return
    before.current = what
    if (document.activeElement === document.body) focusHeading(heading)
  }, [what, heading])
}
