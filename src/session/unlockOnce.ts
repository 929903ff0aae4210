import { readStored, writeStored } from '../storage/browserStorage.ts'

const choiceKey = 'sealpost-unlock-once'

/** True if signing in opens the key, for all tabs, as chosen on this device; so it is where nothing is stored. */
export const unlocksOnce = (): boolean => readStored(choiceKey) !== 'no'

/** @returns false if the browser stores nothing */
export const setUnlocksOnce = (isWanted: boolean): boolean => writeStored(choiceKey, isWanted ? null : 'no')
