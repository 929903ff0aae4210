import { isAnyOf } from '@reduxjs/toolkit'
import type { RootState } from '../../../store/store.ts'
import { clearBadge, showBadge } from '../../../ui/page/appBadge.ts'
import { serviceName } from '../../../ui/theme/look.ts'
import { outcomeMessage } from './batchOutcome.ts'
import { batchProgress } from './batchProgress.ts'
import type { StartListening } from './uploadService.ts'
import { selectBatch } from '../queue/queueSlice.ts'
import {
  batchCancelled,
  batchEnded,
  batchStarted,
  continueRequested,
  filesProgressed,
  pageLeft,
  pauseRequested,
  recipientKeyRefused,
} from '../uploadEvents.ts'
import { selectIsSending } from '../uploadSlice.ts'

const selectPercent = (state: RootState) => Math.floor(batchProgress(selectBatch(state)).fraction * 100)

/** Returns the progress for the title of the tab; null outside an upload. */
export const selectTabPercent = (state: RootState): number | null =>
  selectIsSending(state) ? selectPercent(state) : null

/** True if notifications are supported and the permission is undecided. */
export const mayAskToNotify = (): boolean => 'Notification' in window && Notification.permission === 'default'

const isUploadOver = isAnyOf(batchEnded, batchCancelled, recipientKeyRefused, pageLeft)

/** Keeps the screen on during an upload, and shows its progress in title, badge and notification. */
export function installUploadIndicators(startListening: StartListening): void {
  installWakeLock(startListening)
  installProgressBadge(startListening)
  startListening({
    actionCreator: batchEnded,
    effect: ({ payload }) => notifyIfHidden(outcomeMessage(payload).text),
  })
}

function installWakeLock(startListening: StartListening) {
  let lock: Promise<WakeLockSentinel | null> | null = null
  const requestLock = () => {
    lock ??= (navigator as { wakeLock?: WakeLock }).wakeLock?.request('screen').catch(() => null) ?? null
  }
  const releaseLock = () => {
    void lock?.then((sentinel) => sentinel?.release())
    lock = null
  }
  /** Requests the lock again: the browser releases it when the tab is hidden. */
  const handleVisibilityChange = () => {
    if (document.visibilityState !== 'visible' || lock === null) return
    releaseLock()
    requestLock()
  }
  startListening({
    actionCreator: batchStarted,
    effect: () => {
      requestLock()
      document.addEventListener('visibilitychange', handleVisibilityChange)
    },
  })
  startListening({ actionCreator: pauseRequested, effect: releaseLock })
  startListening({
    actionCreator: continueRequested,
    effect: (_, api) => {
      if (selectIsSending(api.getState())) requestLock()
    },
  })
  startListening({
    matcher: isUploadOver,
    effect: () => {
      releaseLock()
      document.removeEventListener('visibilitychange', handleVisibilityChange)
    },
  })
}

function installProgressBadge(startListening: StartListening) {
  let shownPercent = -1
  startListening({
    actionCreator: filesProgressed,
    effect: (_, api) => {
      if (!selectIsSending(api.getState())) return
      const percent = selectPercent(api.getState())
      if (percent !== shownPercent) showBadge(percent)
      shownPercent = percent
    },
  })
  startListening({
    matcher: isUploadOver,
    effect: () => {
      shownPercent = -1
      clearBadge()
    },
  })
}

/** Shows a notification if the page is hidden and the person allowed it. */
function notifyIfHidden(body: string) {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(serviceName(), { body, tag: 'upload' })
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
  } catch {
    // Some phones support notifications by service workers only.
  }
}
