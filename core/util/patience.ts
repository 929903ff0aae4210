import type { Fault } from '../faults/fault.ts'

/*
 * Of both ways. All in milliseconds. Where nothing answers there is no end to patience: whoever waits can see that, and
 * cancel.
 */

/** For a server that answers, but with failures. */
export const patience = 1_800_000

/** A server may ask for more patience than a person has. */
export const longestAsked = 120_000

/** Since when it has answered with nothing but failures. @param before the same before this one; null for a first */
export const failingSince = ({ code }: Fault, before: number | null, now: number): number | null =>
  code === 'unanswered' ? null : (before ?? now)
