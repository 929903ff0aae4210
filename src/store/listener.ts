import { createListenerMiddleware, isRejectedWithValue } from '@reduxjs/toolkit'
import { faultOf } from '../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../core/faults/kinds.ts'
import { faultText } from '../../i18n/errorText.ts'
import { notificationRaised } from './notifications.ts'

export const listener = createListenerMiddleware()

/** True for RTK Query's mutations. */
const isMutation = (meta: object): boolean =>
  'arg' in meta &&
  typeof meta.arg === 'object' &&
  meta.arg !== null &&
  'type' in meta.arg &&
  meta.arg.type === 'mutation'

/** Turns failed mutations into notifications. Queries fail on their screens; an ended session signs out. */
listener.startListening({
  matcher: isRejectedWithValue,
  effect: (action, { dispatch }) => {
    const fault = faultOf(action.payload)
    if (!isMutation(action.meta) || isSessionEnd(fault)) return
    dispatch(notificationRaised({ severity: 'error', message: faultText(fault) }))
  },
})
