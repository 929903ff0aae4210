import { useEffect, useState } from 'react'
import type { OfflineList } from './offlineLists.ts'

/**
 * Reads a list stored on this device when `needed`. `read` must be stable.
 * @returns null if there is none or none is needed; undefined while reading
 */
export function useOfflineList<T>(
  needed: boolean,
  read: () => Promise<OfflineList<T> | null>,
): OfflineList<T> | null | undefined {
  const [list, setList] = useState<OfflineList<T> | null>()
  useEffect(() => {
    if (!needed) return
    let gone = false
    void read().then((found) => {
      if (!gone) setList(found)
    })
    return () => void (gone = true)
  }, [needed, read])
  return needed ? list : null
}
