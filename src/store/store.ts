import {
  type Action,
  combineSlices,
  configureStore,
  createDynamicMiddleware,
  createListenerMiddleware,
  isRejectedWithValue,
  type ThunkAction,
} from '@reduxjs/toolkit'
import { faultOf } from '../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../core/faults/faultKinds.ts'
import { faultText } from '../../i18n/errorText.ts'
import { notificationRaised, notificationsSlice } from './notifications.ts'

/**
 * [Note: Services]
 * Objects that live as long as the store and cannot be serialized: workers, keys, abort controllers. Each
 * class is instantiated on first use by thunks, which get the store's services as their extra argument.
 */
export class Services {
  readonly #instances = new Map<new () => object, object>()

  of<D extends object>(kind: new () => D): D {
    const instance = this.#instances.get(kind) ?? new kind()
    this.#instances.set(kind, instance)
    return instance as D
  }
}

/**
 * Slices of lazy pages. Each declares itself where it is defined and joins when its page loads:
 *
 *     declare module '../store/store.ts' { interface LazySlices extends WithSlice<typeof xSlice> {} }
 *     const injected = xSlice.injectInto(rootReducer)
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged into by the modules above
export interface LazySlices {}

export const rootReducer = combineSlices(notificationsSlice).withLazyLoadedSlices<LazySlices>()

const listener = createListenerMiddleware()

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

export const startAppListening = listener.startListening.withTypes<RootState, AppDispatch>()

const isMutation = ({ arg }: { arg?: unknown }): boolean =>
  typeof arg === 'object' && arg !== null && 'type' in arg && arg.type === 'mutation'

/** Turns failed mutations into notifications. Queries fail on their screens; an ended session signs out. */
startAppListening({
  matcher: isRejectedWithValue,
  effect: ({ payload, meta }, { dispatch }) => {
    const fault = faultOf(payload)
    if (!isMutation(meta) || isSessionEnd(fault)) return
    dispatch(notificationRaised({ severity: 'error', message: faultText(fault) }))
  },
})
