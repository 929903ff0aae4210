import type { FastifyRequest } from 'fastify'
import type { Counters } from '../db/counters.ts'
import { tooManyRequests } from '../errors.ts'
import { visitorAddress } from './addresses.ts'

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
  const keyOf = (request: FastifyRequest) => `${name} ${visitorAddress(request.ip)}`
  return {
    async requireFew(request) {
      const count = await counters.get(keyOf(request))
      if (count !== undefined && count.points >= points) throw tooManyRequests(count.msLeft)
    },
    async count(request) {
      await counters.add(keyOf(request), 1, seconds)
    },
  }
}
