import { clockOf } from '../../core/util/clock.ts'
import type { UploadClock } from '../../core/ports.ts'

/** Nothing tells a process that the network is back: waits grow to their longest. */
export const nodeClock = (): UploadClock => clockOf(() => () => undefined)
