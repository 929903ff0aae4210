import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onResponseClosed } from './requestMemory.ts'

/** Timeout for headers, which take one packet or a few. */
export const headersTimeoutMs = 15_000
/** Interval at which Node checks for overdue headers. */
export const connectionsCheckMs = 5_000
/** Timeout of an idle socket; its client opens another for the next request. */
export const idleSocketTimeoutMs = 120_000
/** Timeout for a small body: 1 MiB at 20 kB/s takes 53 s; 4 MiB, a large link, need 35 kB/s. */
export const smallBodyTimeoutMs = 120_000

/**
 * Ends requests whose small body (JSON, a short form) is too slow. Bodies that a handler reads by itself, such as
 * uploads, are not parsed here and are monitored by `readUnlessStalled`.
 */
export function registerSmallBodyTimeout(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const timer = setTimeout(() => request.raw.destroy(), smallBodyTimeoutMs)
    timers.set(request, timer)
    onResponseClosed(request, reply, () => clearTimeout(timer))
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    clearTimeout(timers.get(request))
    done()
  })
}
