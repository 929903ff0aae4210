import { callApi } from '../../api/client.ts'
import { forgetSavings, goOnWith } from '../../saving/save.ts'
import { savingWentOn } from '../../saving/savingSlice.ts'
import { selectSession, signedOut, userRecognised } from '../../session/sessionSlice.ts'
import { startAppListening } from '../../store/store.ts'

/**
 * [Note: A download that waits for its person]
 * When the session ends under a download, what is left of it rests: it goes on for the person who began it, as soon as
 * they sign in again in this tab, and is ended and forgotten when somebody else does, or when they had signed out.
 */

/** The server has refused bytes. A call of ours tells the whole page of the session's end, or shows that it goes on. */
startAppListening({
  actionCreator: savingWentOn,
  effect: async ({ payload: { needs } }, store) => {
    if (needs !== 'sign-in' || selectSession(store.getState()).status !== 'authenticated') return
    const answer = await callApi('getCurrentUser').catch(() => null)
    if (answer) store.dispatch(userRecognised(answer.user))
  },
})

startAppListening({
  actionCreator: userRecognised,
  effect: ({ payload: user }, { dispatch }) => {
    dispatch(forgetSavings(({ owner }) => owner !== null && owner !== user.id))
    dispatch(goOnWith('sign-in'))
  },
})

startAppListening({
  actionCreator: signedOut,
  effect: (_, { dispatch }) => {
    dispatch(forgetSavings(({ owner }) => owner !== null))
  },
})
