import { callApi } from '../../../api/client.ts'
import { forgetSavings, resumeWaitingSavings } from '../../../saving/runSaving.ts'
import { savingProgressed } from '../../../saving/savingSlice.ts'
import { selectSession, signedOut, userRecognised } from '../../../session/sessionSlice.ts'
import { startAppListening } from '../../../store/store.ts'

/**
 * [Note: A download that waits for its person] When the session ends during a download, the rest of it
 * pauses. It resumes when the same person signs in again in this tab, and is discarded when somebody else
 * does, or when they had signed out.
 */

/** When the server has refused bytes, a request of the API shows whether the session has ended. */
startAppListening({
  actionCreator: savingProgressed,
  effect: async ({ payload: { blocker } }, store) => {
    if (blocker !== 'sign-in' || selectSession(store.getState()).status !== 'authenticated') return
    const response = await callApi('getCurrentUser').catch(() => null)
    if (response) store.dispatch(userRecognised(response.user))
  },
})

startAppListening({
  actionCreator: userRecognised,
  effect: ({ payload: user }, { dispatch }) => {
    dispatch(forgetSavings(({ owner }) => owner !== null && owner !== user.id))
    dispatch(resumeWaitingSavings('sign-in'))
  },
})

startAppListening({
  actionCreator: signedOut,
  effect: (_, { dispatch }) => {
    dispatch(forgetSavings(({ owner }) => owner !== null))
  },
})
