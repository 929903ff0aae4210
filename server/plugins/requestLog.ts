import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'

/** Id that is in every log line of the request and in its response, so that a user can quote it. */
export const newRequestId = (): string => randomBytes(9).toString('base64url')

/** Logs one line per request, with the pattern of the route and never its URL: paths contain link tokens, even keys. */
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
