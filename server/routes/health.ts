import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { databaseAnswers } from '../db/database.ts'

/** 200 when the server can really serve: the database answers and the store takes bytes. */
export function healthRoute(app: FastifyInstance, { db, blobs }: Context): void {
  app.get('/healthz', { config: { access: 'public' } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    try {
      await Promise.all([databaseAnswers(db), blobs.check()])
      return { status: 'ok' }
    } catch (error) {
      request.log.error({ err: error }, 'not healthy')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}
