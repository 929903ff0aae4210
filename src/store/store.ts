import { type Action, combineSlices, configureStore, type ThunkAction } from '@reduxjs/toolkit'
import { api } from '../api/api.ts'
import { listener } from './listener.ts'
import { notificationsSlice } from './notifications.ts'

/**
 * Slices of lazy pages. Each declares itself where it is defined and joins when its page loads:
 *
 *     declare module '../store/store.ts' { interface LazySlices extends WithSlice<typeof xSlice> {} }
 *     export const injectedX = xSlice.injectInto(rootReducer)
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into by the modules above
export interface LazySlices {}

export const rootReducer = combineSlices(notificationsSlice, api).withLazyLoadedSlices<LazySlices>()

export const store = configureStore({
  reducer: rootReducer,
  middleware: (defaults) =>
    defaults({
      // Development only. Answers of 20 000 rows and RTK Query's own metadata need no walk at every action.
      immutableCheck: { ignoredPaths: [api.reducerPath] },
      serializableCheck: {
        ignoredPaths: [api.reducerPath],
        ignoredActionPaths: ['payload', 'meta.arg', 'meta.baseQueryMeta'],
      },
    })
      .prepend(listener.middleware)
      .concat(api.middleware),
})

export type RootState = ReturnType<typeof rootReducer>
export type AppDispatch = typeof store.dispatch
export type AppThunk<R = void> = ThunkAction<R, RootState, unknown, Action>

/** For effects of features: what happens in answer to an action. */
export const startAppListening = listener.startListening.withTypes<RootState, AppDispatch>()
