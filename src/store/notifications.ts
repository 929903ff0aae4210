import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'

export type Severity = 'success' | 'info' | 'warning' | 'error'

export interface Notification {
  id: string
  severity: Severity
  message: string
  /** Milliseconds until it closes by itself; null keeps it open. */
  duration: number | null
  /** A button whose click dispatches an action of this type, which can be stored. */
  action: { label: string; type: string; payload?: unknown } | null
}

type Raised = Pick<Notification, 'severity' | 'message'> & Partial<Pick<Notification, 'duration' | 'action'>>

const defaultDuration = 5000

/** Notifications to be shown. The notification area displays them and reports when they close. */
export const notificationsSlice = createSlice({
  name: 'notifications',
  initialState: [] as Notification[],
  reducers: {
    notificationRaised: {
      prepare: (raised: Raised) => ({
        payload: { id: nanoid(), duration: defaultDuration, action: null, ...raised },
      }),
      reducer: (state, { payload }: PayloadAction<Notification>) => {
        state.push(payload)
      },
    },
    notificationClosed: (state, { payload: id }: PayloadAction<string>) =>
      state.filter((one) => one.id !== id),
  },
  selectors: { selectNotifications: (state) => state },
})

export const { notificationRaised, notificationClosed } = notificationsSlice.actions
export const { selectNotifications } = notificationsSlice.selectors
