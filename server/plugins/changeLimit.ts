import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { isSafeMethod } from './sessions.ts'

/** Limits changes of users before they are made: most leave rows in the audit trail, even if undone at once. */
export function registerChangeLimit(app: FastifyInstance, { limits }: Pick<Context, 'limits'>): void {
  app.addHook('preHandler', async (request) => {
    const isForUsers = (request.routeOptions.config.access ?? 'user') === 'user'
    if (isForUsers && request.signedIn && !isSafeMethod(request.method))
      await limits.changes.consume(request.signedIn.user.id)
  })
}
