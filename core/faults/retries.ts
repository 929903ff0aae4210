import type { Fault } from './fault.ts'

/**
 * [Note: What is temporary]
 * Uploads, downloads, other calls and proxies retry by one rule: without a response, or with one that something else
 * gave; after a time limit of a proxy (408), Too Early (425) or Too Many Requests (429); and after any server error,
 * except what the server does not support (501, 505), a full disk (507), and a network that a person has to sign in to
 * (511).
 */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429])
const finalServerErrors: ReadonlySet<number> = new Set([501, 505, 507, 511])

export const isTemporaryStatus = (status: number): boolean =>
  temporaryStatuses.has(status) || (status >= 500 && !finalServerErrors.has(status))

/** True if the server itself gave no response. */
export const isWithoutResponse = ({ code }: Fault): boolean =>
  code === 'unanswered' || code === 'other-answer'

export const isTemporary = (fault: Fault): boolean =>
  isWithoutResponse(fault) || (fault.status !== null && isTemporaryStatus(fault.status))

/** True unless a response was final: faults of this device, too, refuse nothing. */
export const mayBeRetried = ({ status }: Fault): boolean => status === null || isTemporaryStatus(status)

/**
 * True if the call may have been carried out: without a response of the server, with one that a proxy may have sent, or
 * with a success that is none of the contract.
 */
export const mayHaveSucceeded = (fault: Fault): boolean => {
  const { status } = fault
  return isWithoutResponse(fault) || status === null || status < 300 || status >= 500 || status === 408
}

/** How long a server that responds with failures is asked again, in milliseconds; one without a response always. */
export const giveUpAfterMs = 1_800_000

/** Upper limit of Retry-After, in milliseconds. */
export const maxRetryAfterMs = 120_000

/**
 * Time since which there were only failures with a status: a filter, too, may refuse one file alone.
 * @param before its previous value; null if none
 */
export const failingSince = (fault: Fault, before: number | null, now: number): number | null =>
  fault.status === null ? null : (before ?? now)
