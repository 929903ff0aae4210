import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'

/** Stands in every log line of the request and in its answer, so that a user can name it. */
export const newRequestId = (): string => randomBytes(9).toString('base64url')

/**
 * One line a request, with the route's pattern and never its URL: paths hold link tokens, and the tail of a
 * /download/ path may hold keys.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (request.routeOptions.url?.startsWith('/api') === true) request.log.info(line, 'request')
    else request.log.debug(line, 'request')
    done()
  })
}
