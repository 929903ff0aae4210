import { createClock } from '../../core/util/clock.ts'
import type { UploadClock } from '../../core/ports.ts'

export const pageClock = (): UploadClock =>
  createClock((back) => {
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  })
