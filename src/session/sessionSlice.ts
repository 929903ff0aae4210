import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { User } from '../../contract/schemas/auth.ts'
import type { Fault } from '../../core/faults/fault.ts'
import { rootReducer, type RootState } from '../store/store.ts'
import type { OfflineUser } from './offlineLists.ts'

/**
 * Who is signed in.
 *
 *     unchecked → checking → authenticated | anonymous
 *                    ↓ ↑         authenticated ⇄ anonymous
 *                  offline
 *
 * 'offline' means that no response came: that is no sign-out, and the question is asked again. Meanwhile `offlineUser` may read
 * what is kept on this device.
 */
export type Session =
  | { status: 'unchecked'; user: null }
  | { status: 'checking'; user: null; offlineUser: OfflineUser | null }
  | { status: 'authenticated'; user: User }
  | { status: 'offline'; user: null; fault: Fault; offlineUser: OfflineUser | null }
  | { status: 'anonymous'; user: null; reason: 'never' | 'expired' | 'signed-out' }

const initialState = { status: 'unchecked', user: null } as Session

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionCheckStarted: (state): Session => {
      if (state.status === 'unchecked') return { status: 'checking', user: null, offlineUser: null }
      return state.status === 'offline'
        ? { status: 'checking', user: null, offlineUser: state.offlineUser }
        : state
    },
    /** Ignored unless awaited: it must not sign out a user who has signed in meanwhile. */
    sessionCheckRefused: (state): Session =>
      state.status === 'checking' ? { status: 'anonymous', user: null, reason: 'never' } : state,
    sessionCheckUnanswered: (
      state,
      { payload }: PayloadAction<{ fault: Fault; offlineUser: OfflineUser | null }>,
    ): Session => (state.status === 'checking' ? { status: 'offline', user: null, ...payload } : state),
    userRecognised: (_, { payload: user }: PayloadAction<User>): Session => ({
      status: 'authenticated',
      user,
    }),
    sessionExpired: (state): Session =>
      state.status === 'anonymous' ? state : { status: 'anonymous', user: null, reason: 'expired' },
    signedOut: (): Session => ({ status: 'anonymous', user: null, reason: 'signed-out' }),
  },
})

declare module '../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof sessionSlice> {}
}

const injected = sessionSlice.injectInto(rootReducer)

export const selectSession = (state: RootState): Session => injected.selectSlice(state)

export const {
  sessionCheckStarted,
  sessionCheckRefused,
  sessionCheckUnanswered,
  userRecognised,
  sessionExpired,
  signedOut,
} = sessionSlice.actions
