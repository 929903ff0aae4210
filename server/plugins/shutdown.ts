import type { FastifyInstance } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { unavailable } from '../http/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True if proxies should use other servers, as reported by `/readyz`. Requests are still handled. */
    isDraining: boolean
    /** True if the server is shutting down: running requests may finish, new ones are refused. */
    isShuttingDown: boolean
  }
}

/** While running requests finish, later ones get 503. From `isDraining` on, responses close their connections. */
export function registerShutdown(app: FastifyInstance): void {
  app.decorate('isDraining', false)
  app.decorate('isShuttingDown', false)
  app.addHook('preClose', (done) => {
    app.isShuttingDown = true
    done()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(app.isShuttingDown ? unavailable(errorDetails.shuttingDown) : undefined)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.isDraining || app.isShuttingDown) void reply.header('connection', 'close')
    done(null, payload)
  })
}
