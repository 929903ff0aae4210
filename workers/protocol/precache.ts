/** A message to the service worker: the pages of administrators are wanted without a network, too. */
export const keepAdministratorPages = 'KEEP_ADMINISTRATOR_PAGES'

/** Has the service worker store the pages of administrators, as soon as there is one. Those that are stored cost nothing. */
export async function precacheAdministratorPages(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: keepAdministratorPages })
}
