import { knownFingerprint } from '../session/knownKey.ts'
import { selectSession } from '../session/sessionSlice.ts'
import { getUnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'

/** Fingerprint of the person's key, also while it is locked; null where this device has seen none. */
export const ownFingerprint = (): AppThunk<Promise<string | null>> => async (_dispatch, getState) => {
  const key = getUnlockedKey()
  const username = selectSession(getState()).user?.username
  return key?.fingerprint ?? (username === undefined ? null : knownFingerprint(username))
}
