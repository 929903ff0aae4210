import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Headers take one packet or a few. */
export const headersMs = 15_000
/** How often Node looks for connections whose headers are late. */
export const connectionsCheckMs = 5_000
/** A socket on which nothing moves for so long is closed; whoever was there goes on with the next request. */
export const idleSocketMs = 120_000
/** The body of a small call: 1 MiB at 20 kB/s takes 53 s; the one of 4 MiB, a large link, takes a line of 35 kB/s. */
export const smallBodyMs = 120_000

/**
 * Ends requests whose small body (JSON, a short form) takes for ever. Bodies that a handler reads by itself, such as
 * uploads, are past their parser at once: they are watched by `unlessStalled`.
 */
export function registerSlowClients(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    timers.set(
      request,
      setTimeout(() => request.raw.destroy(), smallBodyMs),
    )
    done()
  })
  const stop = (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('preValidation', (request, _reply, done) => {
    stop(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    stop(request)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    stop(request)
    done()
  })
}
