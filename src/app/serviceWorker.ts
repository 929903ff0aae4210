import { createAction } from '@reduxjs/toolkit'
import { onReachChange } from '../api/reach.ts'
import { notificationRaised } from '../store/notifications.ts'
import { startAppListening, store } from '../store/store.ts'
import { precacheAdministratorPages } from '../../workers/protocol/precache.ts'
import { whenIdle } from '../../workers/protocol/transfers.ts'
import { t } from '../../i18n/t.ts'

const updateAccepted = createAction('app/updateAccepted')
const reloadAccepted = createAction('app/reloadAccepted')

/** A window that stays open for days would not look for a new version by itself. */
const lookAgainAfter = 3600_000

/**
 * Registers the worker that keeps the application's shell. A new version of it waits for a click, and for every transfer
 * of every tab, see [Note: No new code in the middle of a transfer].
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A first visit does not share processor and line with what fills the cache of the next one.
  if (navigator.serviceWorker.controller === null) await whenQuiet()
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox('/serviceWorker.js', { type: 'classic', scope: '/', updateViaCache: 'none' })
  let accepted = false

  workbox.addEventListener('waiting', () => {
    void whenIdle().then(() => offerReload(t('app.updateReady'), updateAccepted.type))
  })
  startAppListening({
    actionCreator: updateAccepted,
    effect: async () => {
      // One may have begun since.
      await whenIdle()
      accepted = true
      workbox.messageSkipWaiting()
    },
  })
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (accepted) window.location.reload()
    // Accepted in another tab: this one goes on, but parts of it that it has not loaded yet may be gone.
    else if (isUpdate) offerReload(t('app.updateInstalled'), reloadAccepted.type)
  })
  startAppListening({
    actionCreator: reloadAccepted,
    effect: async () => {
      await whenIdle()
      window.location.reload()
    },
  })

  // Without a worker the pages work; a refused registration is no error of theirs.
  navigator.serviceWorker.register('/direct.js', { scope: '/assets/' }).catch(() => undefined)
  const registration = await workbox.register().catch(() => undefined)
  if (!registration) return
  // An installed application begins with an administrator's page.
  if (!window.matchMedia('(display-mode: browser)').matches) void precacheAdministratorPages()
  window.addEventListener('appinstalled', () => void precacheAdministratorPages())
  let looked = Date.now()
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < lookAgainAfter) return
    looked = Date.now()
    workbox.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', look)
  onReachChange(look)
}

/** Milliseconds without input, after which a first visit registers the service worker. */
const quietMs = 10_000
const inputs = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'input', 'change', 'dragover'] as const

/**
 * Resolves when nothing is being transferred in any tab, and nobody has touched this page for a while. The dialog in which
 * files are chosen has the focus meanwhile.
 */
async function whenQuiet(): Promise<void> {
  let touched = performance.now()
  const touch = () => (touched = performance.now())
  for (const input of inputs) window.addEventListener(input, touch, { capture: true, passive: true })
  const left = () => (document.hasFocus() ? touched + quietMs - performance.now() : quietMs)
  while (left() > 0) {
    await new Promise((resolve) => setTimeout(resolve, left()))
    await whenIdle()
  }
  for (const input of inputs) window.removeEventListener(input, touch, { capture: true })
}

function offerReload(message: string, type: string): void {
  const action = { label: t('app.reload'), type }
  store.dispatch(notificationRaised({ severity: 'info', message, duration: null, action }))
}
