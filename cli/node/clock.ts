import type { UploadClock } from '../../src/transfer/ports.ts'

/** Of this process. Nothing tells it that the network is back: waits grow to their longest. */
export function nodeClock(): UploadClock {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    now: () => performance.now(),
    dice: () => Math.random(),
    wakeAt: (time, wake) => {
      clearTimeout(timer)
      if (time !== null) timer = setTimeout(wake, Math.max(0, time - performance.now()))
    },
    onNetworkBack: () => () => undefined,
  }
}
