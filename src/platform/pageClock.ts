import { createClock } from '../../core/util/clock.ts'
import type { UploadClock } from '../../core/ports.ts'

/** The clock of a page; the network is back when the browser says so. */
export const pageClock = (): UploadClock =>
  createClock((listener) => {
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  })
