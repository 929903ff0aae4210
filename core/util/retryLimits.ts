import type { Fault } from '../faults/fault.ts'

/*
 * Limits of uploads and downloads, in milliseconds. Without a response retries never end: the person sees
 * that and can cancel.
 */

/** How long a server that answers with failures is asked again, in milliseconds. */
export const retryMs = 1_800_000

/** Upper limit of Retry-After. */
export const maxRetryAfterMs = 120_000

/**
 * Time since which the server has answered with failures only.
 * @param before the previous value; null for a first failure
 */
export const failingSince = ({ code }: Fault, before: number | null, now: number): number | null =>
  code === 'unanswered' ? null : (before ?? now)
