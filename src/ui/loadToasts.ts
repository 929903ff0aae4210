/** What shows notifications: too heavy for a page's first script, and needed just when the network has gone. */
export const loadToasts = () => import('./Toasts.tsx')

/** Ahead of need; a failure is no matter, the first notification asks again. */
export const preloadToasts = (): void => void loadToasts().catch(() => undefined)
