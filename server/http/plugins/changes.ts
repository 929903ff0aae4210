import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { isSafe } from './sessions.ts'

/**
 * Counts what people who are signed in change, before it is done: most of it leaves rows that stay for as long as the
 * history does, also where it is undone at once. Too much of it is 429.
 */
export function registerChanges(app: FastifyInstance, { limits }: Pick<Context, 'limits'>): void {
  app.addHook('preHandler', async (request) => {
    const isOwn = (request.routeOptions.config.access ?? 'administrator') === 'administrator'
    if (isOwn && request.signedIn && !isSafe(request.method)) await limits.changes.consume(request.signedIn.user.id)
  })
}
