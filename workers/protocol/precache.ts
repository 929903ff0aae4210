export const precacheAdministratorPagesMessage = 'KEEP_ADMINISTRATOR_PAGES'

/** Asks the service worker, once there is one, to precache the administrator pages. */
export async function precacheAdministratorPages(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: precacheAdministratorPagesMessage })
}
