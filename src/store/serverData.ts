import { setupListeners } from '@reduxjs/toolkit/query'
import { api } from '../api/api.ts'
import { isOffline, onReachChange } from '../api/reach.ts'
import { lateMiddleware, rootReducer, store } from './store.ts'

/**
 * Joins RTK Query to the store when the first page that needs it loads: the administrator's pages use it, the pages
 * of strangers make their few calls directly and stay light.
 */
rootReducer.inject({ reducerPath: api.reducerPath, reducer: api.reducer })
lateMiddleware.addMiddleware(api.middleware)
// For queries that ask again when the tab is looked at, and for all of them when the server is back.
setupListeners(store.dispatch, (dispatch, { onFocus, onFocusLost, onOnline, onOffline }) => {
  const stop = onReachChange(() => dispatch(isOffline() ? onOffline() : onOnline()))
  if (typeof window === 'undefined') return stop
  const over = new AbortController()
  const look = () => dispatch(document.visibilityState === 'visible' ? onFocus() : onFocusLost())
  window.addEventListener('focus', look, { signal: over.signal })
  document.addEventListener('visibilitychange', look, { signal: over.signal })
  return () => {
    over.abort()
    stop()
  }
})

/** What was loaded for one user is not shown to the next. */
export function forgetServerData(): void {
  store.dispatch(api.util.resetApiState())
}
