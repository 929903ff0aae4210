import type { Clock, UploadClock } from '../ports.ts'

/** Creates the clock of this page or process: monotonic milliseconds since it began. */
export function createClock(onNetworkBack: Clock['onNetworkBack'] = () => () => undefined): UploadClock {
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
