import type { UploadClock } from '../ports.ts'

/** Of this page; times are milliseconds since it was opened, and only go forward. */
export function pageClock(): UploadClock {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    now: () => performance.now(),
    dice: () => Math.random(),
    wakeAt: (time, wake) => {
      clearTimeout(timer)
      if (time !== null) timer = setTimeout(wake, Math.max(0, time - performance.now()))
    },
    onNetworkBack: (back) => {
      addEventListener('online', back)
      return () => removeEventListener('online', back)
    },
  }
}
