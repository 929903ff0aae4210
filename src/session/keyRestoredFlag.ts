import { readStored, writeStored } from '../storage/browserStorage.ts'

/** Flag of this tab: a private key was restored from a backup since the last sign-in. */
const storageKey = 'keyRestored'

export const markKeyRestored = (): void => void writeStored(storageKey, 'true', 'sessionStorage')

export const wasKeyRestored = (): boolean => readStored(storageKey, 'sessionStorage') !== null

export const forgetKeyRestored = (): void => void writeStored(storageKey, null, 'sessionStorage')
