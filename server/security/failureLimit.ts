import type { FastifyRequest } from 'fastify'
import type { Counters } from '../db/counters.ts'
import { tooManyRequests } from '../http/errors.ts'
import { visitorAddress, visitorNetwork, visitorsOfNetwork } from './addresses.ts'

/** Per visitor. Only what fails is counted, so that what succeeds, thousands of times, writes nothing. */
export interface FailureLimit {
  /** Before the try. @throws HttpError 429 */
  requireFew(request: FastifyRequest): Promise<void>
  /** It failed. */
  count(request: FastifyRequest): Promise<void>
}

/** At most `points` failures within `seconds`. */
export function failureLimit(
  counters: Counters,
  name: string,
  { points, seconds }: { points: number; seconds: number },
): FailureLimit {
  /** The counts of the visitor and of their network, with how many there may be. */
  function countsOf({ ip }: FastifyRequest) {
    const network = visitorNetwork(ip)
    const ofVisitor = { key: `${name} ${visitorAddress(ip)}`, most: points }
    if (network === undefined) return [ofVisitor]
    return [ofVisitor, { key: `${name} ${network}`, most: visitorsOfNetwork * points }]
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
