import type { FastifyInstance } from 'fastify'
import { isSafeMethod } from './sessions.ts'
import type { RateLimitsDep } from '../security/rateLimits.ts'

/** Limits the changes of users, before they are made: most leave rows in the audit trail, even if undone at once. */
export function registerChangeLimit(app: FastifyInstance, { limits }: RateLimitsDep): void {
  app.addHook('preHandler', async (request) => {
    const isForUsers = (request.routeOptions.config.access ?? 'user') === 'user'
    if (isForUsers && request.signedIn && !isSafeMethod(request.method))
      await limits.changes.consume(request.signedIn.user.id)
  })
}
