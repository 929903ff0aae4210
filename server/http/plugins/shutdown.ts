import type { FastifyInstance } from 'fastify'
import { detail } from '../../../contract/errors.ts'
import { unavailable } from '../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether proxies should give requests to other servers: `/readyz` says so. What comes is still answered. */
    leaving: boolean
    /** Whether the server is about to end: what runs may finish, nothing new begins. */
    ending: boolean
  }
}

/** While running requests finish, later ones on their connections get 503; before that, too, answers end theirs. */
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
