import { useEffect, useState } from 'react'
import type { Kept } from './keptLists.ts'

/**
 * A list that is kept on this device, read when it is needed. `read` stays the same function, or is made by
 * useCallback.
 * @returns null when there is none, or none is needed; undefined while it is being read
 */
export function useKept<T>(needed: boolean, read: () => Promise<Kept<T> | null>): Kept<T> | null | undefined {
  const [kept, setKept] = useState<Kept<T> | null>()
  useEffect(() => {
    if (!needed) return
    let gone = false
    void read().then((found) => {
      if (!gone) setKept(found)
    })
    return () => void (gone = true)
  }, [needed, read])
  return needed ? kept : null
}
