import { useEffect, useRef } from 'react'
import { focusHeading } from './focusHeading.ts'

/** When something has changed and what had the focus is gone with it, a heading gets it. @param what compared by identity */
export function useFocusAfter(what: unknown, heading?: string): void {
  const before = useRef(what)
  useEffect(() => {
    if (before.current === what) return
    before.current = what
    if (document.activeElement === document.body) focusHeading(heading)
  }, [what, heading])
}
