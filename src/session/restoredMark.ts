/** For this tab: a private key was restored from its backup since the last sign-in. Says nothing about the key itself. */
const mark = 'keyRestored'

export const markKeyRestored = (): void => sessionStorage.setItem(mark, 'true')

export const wasKeyRestored = (): boolean => sessionStorage.getItem(mark) !== null

export const forgetKeyRestored = (): void => sessionStorage.removeItem(mark)
