import { readStored, writeStored } from './browserStorage.ts'

const key = 'signOutOwed'

/** True until the server confirms a sign-out: src/session/pendingSignOut.ts. */
export const isSignOutStored = (): boolean => readStored(key) !== null

export const storeSignOut = (isPending: boolean): void => void writeStored(key, isPending ? 'true' : null)
