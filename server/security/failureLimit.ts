import type { FastifyRequest } from 'fastify'
import type { Counters } from '../db/counters.ts'
import { tooManyRequests } from '../http/errors.ts'
import { visitorAddress, visitorNetwork, networkLimitFactor } from './ipAddresses.ts'

/** Limit of failures per visitor. Successes, of which there may be thousands, are not counted and write nothing. */
export interface FailureLimit {
  /** Call it before the attempt. @throws HttpError 429 */
  requireFew(request: FastifyRequest): Promise<void>
  /** Counts a failed attempt. */
  count(request: FastifyRequest): Promise<void>
}

/** Allows at most `points` failures within `seconds`. */
export function failureLimit(
  counters: Counters,
  name: string,
  { points, seconds }: { points: number; seconds: number },
): FailureLimit {
  /** Counts of the visitor and of their network, with their limits. */
  function countsOf({ ip }: FastifyRequest) {
    const network = visitorNetwork(ip)
    const ofVisitor = { key: `${name} ${visitorAddress(ip)}`, most: points }
    if (network === undefined) return [ofVisitor]
    return [ofVisitor, { key: `${name} ${network}`, most: networkLimitFactor * points }]
  }
  return {
    async requireFew(request) {
      for (const { key, most } of countsOf(request)) {
        const count = await counters.get(key)
        if (count !== undefined && count.points >= most) throw tooManyRequests(count.msLeft)
      }
    },
    async count(request) {
      for (const { key } of countsOf(request)) await counters.add(key, 1, seconds)
    },
  }
}
