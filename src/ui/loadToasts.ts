/** Loads the notifications' component, which is too large for a page's first script. */
export const loadToasts = () => import('./Toasts.tsx')

/**
 * Loads it in advance, since notifications often report a lost network. If it fails, the first notification
 * tries again.
 */
export const preloadToasts = (): void => void loadToasts().catch(() => undefined)
