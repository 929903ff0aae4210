import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isOffline, onReachChange } from '../api/reach.ts'

/** True if the server cannot be reached, see [Note: Offline]. */
export const useOffline = (): boolean => useSyncExternalStore(onReachChange, isOffline, () => false)

/** While `waiting`, calls back each time the server becomes reachable. */
export function useWhenBack(waiting: boolean, callback: () => void): void {
  const onBack = useEffectEvent(callback)
  useEffect(() => {
    if (!waiting) return
    return onReachChange(() => {
      if (!isOffline()) onBack()
    })
  }, [waiting])
}
