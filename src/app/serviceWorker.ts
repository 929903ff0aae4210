import { createAction } from '@reduxjs/toolkit'
import { notificationRaised } from '../store/notifications.ts'
import { startAppListening, store } from '../store/store.ts'
import { onceIdle } from '../store/transfers.ts'

const updateAccepted = createAction('app/updateAccepted')

/** Registers the worker that keeps the application's shell and streams downloads. Updates wait for a click. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox('/serviceWorker.js', { type: 'classic', scope: '/', updateViaCache: 'none' })

  workbox.addEventListener('waiting', () =>
    onceIdle(() => {
      store.dispatch(
        notificationRaised({
          severity: 'info',
          message: 'A new version of Sealpost is ready.',
          duration: null,
          action: { label: 'Reload', type: updateAccepted.type },
        }),
      )
    }),
  )
  startAppListening({
    actionCreator: updateAccepted,
    effect: () =>
      onceIdle(() => {
        workbox.addEventListener('controlling', () => window.location.reload())
        workbox.messageSkipWaiting()
      }),
  })

  // Without a worker the pages work; a refused registration is no error of theirs.
  await workbox.register().catch(() => undefined)
}
