import type { FastifyInstance, FastifyRequest } from 'fastify'
import { detail } from '../../../contract/errors.ts'
import { KiB } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { badRequest, unavailable } from '../errors.ts'
import { inLargerPieces } from '../largerPieces.ts'
import { retrySeconds } from '../memory.ts'
import { maxBodyBytes } from '../requestLimits.ts'
import { type Principal, principalOf } from '../../security/principals.ts'
import { holdWhile, whenOver } from './held.ts'
import { hasBody } from './pipelining.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where the handler reads the body as it arrives, and takes from the memory of requests by itself. */
    readsBody?: boolean
  }
}

/** Bytes of a body that are not counted: as many as a head may have. */
export const freeBodyBytes = 16 * KiB
/** How often the bytes of a body that is read whole are there: as they came, as a text, and as its values. */
export const bodyFactor = 3

/**
 * Takes what a body that is read whole will hold (JSON, a form) from the memory of requests (see [Note: Memory of
 * requests]) before it is read, and gives it back when the request has been answered or its sender has left. A body that
 * does not say its length counts as the longest that its call takes. Of bodies above `maxBodyBytes`, of which one may hold
 * more than the budget gives to a request, an account has one at a time. What does not fit is 503. The body is read in
 * pieces of a size of our own. A GET or HEAD with a body is refused: nobody would read it, or end it.
 */
export function registerBodies(app: FastifyInstance, { memory }: Pick<Context, 'memory'>): void {
  const sendLarge = new Set<Principal>()
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isBodyless(request) && hasBody(request.raw)) {
      done(badRequest('This call takes no body.'))
      return
    }
    const bytes = bytesToRead(request)
    if (bytes === 0) {
      done()
      return
    }
    const body = inLargerPieces(payload)
    if (bytes <= freeBodyBytes) {
      done(null, body)
      return
    }
    const principal = principalOf(request)
    if (bytes > maxBodyBytes) {
      if (sendLarge.has(principal)) {
        done(unavailable(detail.busy, retrySeconds))
        return
      }
      sendLarge.add(principal)
      whenOver(request, reply, () => sendLarge.delete(principal))
    }
    done(holdWhile(memory, request, reply, (held) => held.takeUpTo(bodyFactor * bytes)) ?? null, body)
  })
}

/** Bytes of the body that Fastify reads; 0 where it reads none, or refuses it by its length. */
function bytesToRead({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit, config } = routeOptions
  if (config.readsBody === true) return 0
  if (headers['transfer-encoding'] !== undefined) return bodyLimit
  const length = Number(headers['content-length'] ?? 0)
  return length > bodyLimit ? 0 : length
}

const isBodyless = ({ method }: Pick<FastifyRequest, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
