import type { Clock, UploadClock } from '../ports.ts'

/** Of this page or process; times are milliseconds since it began, and only go forward. */
export function clockOf(onNetworkBack: Clock['onNetworkBack']): UploadClock {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    now: () => performance.now(),
    random: () => Math.random(),
    wakeAt: (time, wake) => {
      clearTimeout(timer)
      if (time !== null) timer = setTimeout(wake, Math.max(0, time - performance.now()))
    },
    onNetworkBack,
  }
}
