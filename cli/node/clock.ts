import { clockOf } from '../../src/transfer/clock.ts'
import type { UploadClock } from '../../src/transfer/ports.ts'

/** Nothing tells a process that the network is back: waits grow to their longest. */
export const nodeClock = (): UploadClock => clockOf(() => () => undefined)
