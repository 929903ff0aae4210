import { readStored, writeStored } from '../storage/browserStorage.ts'

const choiceKey = 'sealpost-unlock-once'

/** Whether signing in opens the key, and for all tabs, as chosen on this device; true where nothing is stored. */
export const unlocksOnce = (): boolean => readStored(choiceKey) !== 'no'

/** @returns false if the browser stores nothing */
export const setUnlocksOnce = (isWanted: boolean): boolean => writeStored(choiceKey, isWanted ? null : 'no')
