import type { Fault } from '../faults/fault.ts'

/*
 * Of both ways. All in milliseconds. Where nothing answers there is no end to retryMs: whoever waits can see that, and
 * cancel.
 */

/** For a server that answers, but with failures. */
export const retryMs = 1_800_000

/** A server may ask for more retryMs than a person has. */
export const maxRetryAfterMs = 120_000

/** Since when it has answered with nothing but failures. @param before the same before this one; null for a first */
export const failingSince = ({ code }: Fault, before: number | null, now: number): number | null =>
  code === 'unanswered' ? null : (before ?? now)
