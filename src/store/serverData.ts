import { setupListeners } from '@reduxjs/toolkit/query'
import { api } from '../api/api.ts'
import { lateMiddleware, rootReducer, store } from './store.ts'

/**
 * Joins RTK Query to the store when the first page that needs it loads: the administrator's pages use it, the pages
 * of strangers make their few calls directly and stay light.
 */
rootReducer.inject({ reducerPath: api.reducerPath, reducer: api.reducer })
lateMiddleware.addMiddleware(api.middleware)
// For queries that ask again when the tab is looked at, or the network is back.
setupListeners(store.dispatch)

/** What was loaded for one user is not shown to the next. */
export function forgetServerData(): void {
  store.dispatch(api.util.resetApiState())
}
