import type { FastifyInstance } from 'fastify'
import { detail } from '../../../contract/errors.ts'
import { unavailable } from '../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True if proxies should use other servers, as reported by `/readyz`. Requests are still handled. */
    leaving: boolean
    /** True if the server is shutting down: running requests may finish, new ones are refused. */
    ending: boolean
  }
}

/** While running requests finish, later ones get 503. From `leaving` on, responses close their connections. */
export function registerShutdown(app: FastifyInstance): void {
  app.decorate('leaving', false)
  app.decorate('ending', false)
  app.addHook('preClose', (done) => {
    app.ending = true
    done()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(app.ending ? unavailable(detail.shuttingDown) : undefined)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.leaving || app.ending) void reply.header('connection', 'close')
    done(null, payload)
  })
}
