import { createListenerMiddleware, isRejectedWithValue } from '@reduxjs/toolkit'
import { type ApiFailure, isSessionEnd } from '../api/errorCatalogue.ts'
import { notificationRaised } from './notifications.ts'

export const listener = createListenerMiddleware()

interface MutationMeta {
  arg: { type?: string; endpointName?: string }
}

/**
 * The one road of unexpected failures to the user: a change that the server refused becomes a notification. A query
 * that failed is told on its screen; an ended session leads to the login page.
 */
listener.startListening({
  matcher: isRejectedWithValue,
  effect: (action, { dispatch }) => {
    const { arg } = action.meta as unknown as MutationMeta
    const failure = action.payload as ApiFailure
    if (arg.type !== 'mutation' || isSessionEnd(failure)) return
    dispatch(notificationRaised({ severity: 'error', message: failure.message }))
  },
})
