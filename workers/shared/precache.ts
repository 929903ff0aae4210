/** Message to the service worker, on which it precaches the account pages and keeps them in updates. */
export const precacheAccountPagesMessage = 'KEEP_ADMINISTRATOR_PAGES'

/** Asks the service worker, once there is one, to precache the account pages. */
export async function precacheAccountPages(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: precacheAccountPagesMessage })
}
