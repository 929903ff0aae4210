import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { KiB } from '../../contract/limits.ts'
import { badRequest, unavailable } from '../http/errors.ts'
import { mergeSmallChunks } from '../http/mergeChunks.ts'
import { retrySeconds, type MemoryDep } from '../http/memoryBudget.ts'
import { maxBodyBytes } from '../http/requestLimits.ts'
import { type Principal, principalOf } from '../http/principals.ts'
import { takeRequestMemory, onResponseClosed } from '../http/requestMemory.ts'
import { hasBody } from '../http/pipelining.ts'

/** Number of bytes of a body that are not counted: as many as the headers may have. */
export const uncountedBodyBytes = 16 * KiB
/** Copies of a body in memory that is read whole: as received, as text, and as parsed values. */
export const bodyCopies = 3

/**
 * Takes memory for a body that is read as a whole (JSON, a form) before it is read: [Note: Memory of requests]. Without
 * `Content-Length`, the maximum of the call counts. An account can send one body above `maxBodyBytes` at a time, as even
 * one may need more than the budget allows a request. A GET or HEAD with a body is refused, as nothing would read it.
 */
export function registerBodyMemory(app: FastifyInstance, { memory }: MemoryDep): void {
  const largeBodySenders = new Set<Principal>()
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isGetOrHead(request) && hasBody(request.raw)) {
      done(badRequest('This call takes no body.'))
      return
    }
    const bytes = bytesToRead(request)
    if (bytes === 0) {
      done()
      return
    }
    const body = mergeSmallChunks(payload)
    if (bytes <= uncountedBodyBytes) {
      done(null, body)
      return
    }
    const principal = principalOf(request)
    if (bytes > maxBodyBytes) {
      if (largeBodySenders.has(principal)) {
        done(unavailable(errorDetails.busy, retrySeconds))
        return
      }
      largeBodySenders.add(principal)
      onResponseClosed(request, reply, () => largeBodySenders.delete(principal))
    }
    done(takeRequestMemory(memory, request, reply, (held) => held.takeUpTo(bodyCopies * bytes)) ?? null, body)
  })
}

/** Bytes of the body that Fastify reads; 0 if it does not read it, or refuses it for its length. */
function bytesToRead({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit, config } = routeOptions
  if (config.readsBody === true) return 0
  if (headers['transfer-encoding'] !== undefined) return bodyLimit
  const length = Number(headers['content-length'] ?? 0)
  return length > bodyLimit ? 0 : length
}

const isGetOrHead = ({ method }: Pick<FastifyRequest, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
