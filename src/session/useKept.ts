import { useEffect, useState } from 'react'
import type { Kept } from './keptLists.ts'

/**
 * Reads a list stored on this device when `needed`. `read` must be stable.
 * @returns null if there is none or none is needed; undefined while reading
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
