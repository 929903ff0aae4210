import { isAnyOf } from '@reduxjs/toolkit'
import { type RootState, startAppListening } from '../../store/store.ts'
import { clearBadge, showBadge } from '../../ui/appBadge.ts'
import { outcomeMessage } from './batchOutcome.ts'
import { batchProgress } from './batchProgress.ts'
import { selectBatch } from './queueSlice.ts'
import {
  batchCancelled,
  batchEnded,
  batchStarted,
  continueRequested,
  filesProgressed,
  gateLapsed,
  pageLeft,
  pauseRequested,
  recipientKeyRefused,
} from './uploadEvents.ts'
import { selectIsSending, selectUpload } from './uploadSlice.ts'

/**
 * What keeps a laptop at it, and tells whoever looks elsewhere: the screen stays on while bytes move, and the tab, the
 * application's icon and at the end a notification say how far it is. Browsers that have none of it lose nothing.
 */

const percent = (state: RootState) => Math.floor(batchProgress(selectBatch(state)).fraction * 100)

/** For the name of the tab. */
export function selectTabStatus(state: RootState): string | undefined {
  if (!selectIsSending(state)) return undefined
  const { paused } = selectUpload(state)
  return paused ? `Paused at ${percent(state)}%` : `${percent(state)}%`
}

let lock: Promise<WakeLockSentinel | null> | null = null

function stayAwake() {
  lock ??= (navigator as { wakeLock?: WakeLock }).wakeLock?.request('screen').catch(() => null) ?? null
}

function maySleep() {
  void lock?.then((held) => held?.release())
  lock = null
}

/** The browser takes the lock away from a tab that is hidden. */
function onVisibility() {
  if (document.visibilityState !== 'visible' || lock === null) return
  maySleep()
  stayAwake()
}

/** What the icon of the installed application says. */
let badge = -1

function showPercent(value: number) {
  if (value === badge) return
  badge = value
  showBadge(value)
}

startAppListening({
  actionCreator: batchStarted,
  effect: () => {
    stayAwake()
    document.addEventListener('visibilitychange', onVisibility)
  },
})
startAppListening({ actionCreator: pauseRequested, effect: maySleep })
startAppListening({
  actionCreator: continueRequested,
  effect: (_, api) => {
    if (selectIsSending(api.getState())) stayAwake()
  },
})
startAppListening({
  actionCreator: filesProgressed,
  effect: (_, api) => {
    if (selectIsSending(api.getState())) showPercent(percent(api.getState()))
  },
})
startAppListening({
  matcher: isAnyOf(batchEnded, batchCancelled, recipientKeyRefused, gateLapsed, pageLeft),
  effect: () => {
    maySleep()
    document.removeEventListener('visibilitychange', onVisibility)
    badge = -1
    clearBadge()
  },
})

/** Whether it makes sense to ask for notifications: the browser has them, and the person has not decided yet. */
export const mayAskToNotify = (): boolean => 'Notification' in window && Notification.permission === 'default'

startAppListening({
  actionCreator: batchEnded,
  effect: ({ payload: tally }) => {
    if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
    try {
      const notification = new Notification('Sealpost', { body: outcomeMessage(tally).text, tag: 'upload' })
      notification.onclick = () => {
        window.focus()
        notification.close()
      }
    } catch {
      // Some phones show notifications of service workers only.
    }
  },
})
