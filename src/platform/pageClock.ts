import { clockOf } from '../../core/util/clock.ts'
import type { UploadClock } from '../../core/ports.ts'

export const pageClock = (): UploadClock =>
  clockOf((back) => {
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  })
