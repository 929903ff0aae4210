import { clockOf } from '../../core/util/clock.ts'
import type { UploadClock } from '../../core/ports.ts'

/** Node has no `online` event: pauses grow to their maximum. */
export const nodeClock = (): UploadClock => clockOf(() => () => undefined)
