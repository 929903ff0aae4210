/** Flag of this tab: a private key was restored from a backup since the last sign-in. */
const storageKey = 'keyRestored'

export const markKeyRestored = (): void => sessionStorage.setItem(storageKey, 'true')

export const wasKeyRestored = (): boolean => sessionStorage.getItem(storageKey) !== null

export const forgetKeyRestored = (): void => sessionStorage.removeItem(storageKey)
