/** Loads the notifications' component, which is too large for a page's first script. */
export const loadToasts = () => import('./Toasts.tsx')

/** Loads it in advance, since notifications often report a lost network; a failure is tried again. */
export const preloadToasts = (): void => void loadToasts().catch(() => undefined)
