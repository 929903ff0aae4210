import { createAction } from '@reduxjs/toolkit'
import { onConnectivityChange } from '../api/connectivity.ts'
import { notificationRaised } from '../store/notifications.ts'
import { startAppListening, store } from '../store/store.ts'
import { precacheAccountPages } from '../../workers/shared/precache.ts'
import { requestUpdateVerdict } from '../../workers/shared/requestUpdateVerdict.ts'
import { waitForTransfersOfAllTabs } from '../../workers/shared/transfers.ts'
import { t } from '../../i18n/t.ts'
import { updateNotice } from './updateNotice.ts'

const updateAccepted = createAction('app/updateAccepted')
const reloadAccepted = createAction('app/reloadAccepted')

/** A window that stays open for days does not check for updates by itself. */
const updateIntervalMs = 3600_000

/**
 * Registers the service worker that caches the application. A new version waits for a click and for the
 * transfers of all tabs, see [Note: No new code in the middle of a transfer].
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // On a first visit, precaching must not compete with the page.
  if (navigator.serviceWorker.controller === null) await whenQuiet()
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox('/serviceWorker.js', { type: 'classic', scope: '/', updateViaCache: 'none' })
  let accepted = false

  workbox.addEventListener('waiting', () => {
    void waitForTransfersOfAllTabs().then(offerUpdate)
  })
  startAppListening({
    actionCreator: updateAccepted,
    effect: async () => {
      // A transfer may have begun since.
      await waitForTransfersOfAllTabs()
      accepted = true
      workbox.messageSkipWaiting()
    },
  })
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (accepted) window.location.reload()
    // Accepted in another tab: this one works on, but parts that it has not loaded may be gone.
    else if (isUpdate) offerReload(t('app.updateInstalled'), reloadAccepted.type)
  })
  startAppListening({
    actionCreator: reloadAccepted,
    effect: async () => {
      await waitForTransfersOfAllTabs()
      window.location.reload()
    },
  })

  // Pages work without service workers: a refused registration is no error.
  navigator.serviceWorker.register('/direct.js', { scope: '/assets/' }).catch(() => undefined)
  const registration = await workbox.register().catch(() => undefined)
  if (!registration) return
  // An installed application starts on an account page.
  if (!window.matchMedia('(display-mode: browser)').matches) void precacheAccountPages()
  window.addEventListener('appinstalled', () => void precacheAccountPages())
  let checkedAt = Date.now()
  const checkForUpdate = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < updateIntervalMs) return
    checkedAt = Date.now()
    workbox.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', checkForUpdate)
  onConnectivityChange(checkForUpdate)
}

/** Milliseconds without input before a first visit registers the service worker. */
const quietMs = 10_000
const inputs = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'input', 'change', 'dragover'] as const

/** Resolves when no tab transfers anything and this page has had no input, and no open file chooser, for `quietMs`. */
async function whenQuiet(): Promise<void> {
  let touched = performance.now()
  const touch = () => (touched = performance.now())
  for (const input of inputs) window.addEventListener(input, touch, { capture: true, passive: true })
  const remainingMs = () => (document.hasFocus() ? touched + quietMs - performance.now() : quietMs)
  while (remainingMs() > 0) {
    await new Promise((resolve) => setTimeout(resolve, remainingMs()))
    await waitForTransfersOfAllTabs()
  }
  for (const input of inputs) window.removeEventListener(input, touch, { capture: true })
}

/**
 * Says what the installed version finds about the one that waits. This notices alteration by accident, or by a server
 * that does not expect the check: its service worker ran code when it was installed, and the server can send other
 * files to the check than to the browser.
 */
async function offerUpdate(): Promise<void> {
  const verdict = await requestUpdateVerdict().catch(() => ({ state: 'unknown' }) as const)
  const [severity, message] = updateNotice(verdict)
  offerReload(message, updateAccepted.type, severity)
}

function offerReload(message: string, type: string, severity: 'info' | 'warning' = 'info'): void {
  const action = { label: t('app.reload'), type }
  store.dispatch(notificationRaised({ severity, message, duration: null, action }))
}
