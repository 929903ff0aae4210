import {
  type Action,
  combineSlices,
  configureStore,
  createDynamicMiddleware,
  type ThunkAction,
} from '@reduxjs/toolkit'
import { Services } from './services.ts'
import { listener } from './listener.ts'
import { notificationsSlice } from './notifications.ts'

/**
 * Slices of lazy pages. Each declares itself where it is defined and joins when its page loads:
 *
 *     declare module '../store/store.ts' { interface LazySlices extends WithSlice<typeof xSlice> {} }
 *     const injected = xSlice.injectInto(rootReducer)
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged into by the modules above
export interface LazySlices {}

export const rootReducer = combineSlices(notificationsSlice).withLazyLoadedSlices<LazySlices>()

/** Lets lazy modules add middleware, see serverData.ts. */
export const dynamicMiddleware = createDynamicMiddleware()

/** State of RTK Query, not checked: walking 20 000 rows at every action is slow. */
const serverDataPath = 'api'

export const store = configureStore({
  reducer: rootReducer,
  middleware: (defaults) =>
    defaults({
      thunk: { extraArgument: new Services() },
      // These checks run in development only.
      immutableCheck: { ignoredPaths: [serverDataPath] },
      serializableCheck: {
        ignoredPaths: [serverDataPath],
        ignoredActionPaths: ['payload', 'meta.arg', 'meta.baseQueryMeta'],
      },
    })
      .prepend(listener.middleware)
      .concat(dynamicMiddleware.middleware),
})

export type RootState = ReturnType<typeof rootReducer>
export type AppDispatch = typeof store.dispatch
export type AppThunk<R = void> = ThunkAction<R, RootState, Services, Action>

/** Adds listeners of features: effects of actions. */
export const startAppListening = listener.startListening.withTypes<RootState, AppDispatch>()
