import { clockOf } from '../clock.ts'
import type { UploadClock } from '../ports.ts'

export const pageClock = (): UploadClock =>
  clockOf((back) => {
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  })
