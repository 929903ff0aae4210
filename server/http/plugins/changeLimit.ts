import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { isSafe } from './sessions.ts'

/**
 * Limits changes by signed-in users, which are counted before they are made: most leave rows for as long as the audit
 * trail is kept, even if they are undone at once. Too many of them are refused with 429.
 */
export function registerChangeLimit(app: FastifyInstance, { limits }: Pick<Context, 'limits'>): void {
  app.addHook('preHandler', async (request) => {
    const isOwn = (request.routeOptions.config.access ?? 'user') === 'user'
    if (isOwn && request.signedIn && !isSafe(request.method))
      await limits.changes.consume(request.signedIn.user.id)
  })
}
