import type { WithSlice } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { api } from '../api/api.ts'
import { isOffline, onConnectivityChange } from '../api/connectivity.ts'
import { forgetPrefetched } from '../api/prefetch.ts'
import { dynamicMiddleware, rootReducer, store } from './store.ts'

declare module './store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof api> {}
}

/** Joins RTK Query to the store with the first account page; public pages call directly and stay small. */
rootReducer.inject({ reducerPath: api.reducerPath, reducer: api.reducer })
dynamicMiddleware.addMiddleware(api.middleware)
// Refetches on focus, and when the server is reachable again.
setupListeners(store.dispatch, (dispatch, { onFocus, onFocusLost, onOnline, onOffline }) => {
  const stop = onConnectivityChange(() => dispatch(isOffline() ? onOffline() : onOnline()))
  if (typeof window === 'undefined') return stop
  const controller = new AbortController()
  const look = () => dispatch(document.visibilityState === 'visible' ? onFocus() : onFocusLost())
  window.addEventListener('focus', look, { signal: controller.signal })
  document.addEventListener('visibilitychange', look, { signal: controller.signal })
  return () => {
    controller.abort()
    stop()
  }
})

/** Drops cached data: the next user must not see it. */
export function forgetServerData(): void {
  forgetPrefetched()
  store.dispatch(api.util.resetApiState())
}
