import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isOffline, onConnectivityChange } from '../api/connectivity.ts'

export const useIsOffline = (): boolean => useSyncExternalStore(onConnectivityChange, isOffline, () => false)

/** While `waiting`, calls back each time the server becomes reachable. */
export function useOnReconnect(waiting: boolean, callback: () => void): void {
  const onBack = useEffectEvent(callback)
  useEffect(() => {
    if (!waiting) return
    return onConnectivityChange(() => {
      if (!isOffline()) onBack()
    })
  }, [waiting])
}
