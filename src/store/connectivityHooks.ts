import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { ServerState } from '../../core/faults/otherAnswer.ts'
import { isOffline, onConnectivityChange, serverState } from '../api/connectivity.ts'

export const useServerState = (): ServerState =>
  useSyncExternalStore(onConnectivityChange, serverState, () => 'reachable')

/** True without a response; where something else answers, the frame of the page says so. */
export const useIsOffline = (): boolean => useServerState() === 'unreachable'

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
