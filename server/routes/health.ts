import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { databaseAnswers } from '../db/database.ts'

/** Whoever asks more often gets the answer of then: asking must not keep the disk busy. */
const readyMs = 1000

/** For those who watch over the server. Answers name no path and no version; what went wrong stands in the log. */
export function healthRoutes(app: FastifyInstance, { db, database, blobs, now }: Context): void {
  /** 200 while the server can serve what it has: database and store can be read. Writes nothing. */
  app.get('/healthz', { config: { access: 'public' } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    try {
      await Promise.all([databaseAnswers(db), blobs.answers()])
      return { status: 'ok' }
    } catch (error) {
      request.log.error({ err: error }, 'not healthy')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })

  async function problem(): Promise<string | undefined> {
    const failed = (what: string) => (error: unknown) => {
      app.log.error({ err: error }, `not ready: ${what}`)
      return what
    }
    const [ofDatabase, ofStore] = await Promise.all([
      database
        .checkWrites(now().toISOString())
        .then(() => undefined, failed('the database cannot be written to')),
      blobs.check().then(() => undefined, failed('the file store cannot be written to')),
    ])
    return ofDatabase ?? ofStore
  }

  let last: { at: number; problem: Promise<string | undefined> } | undefined

  /** 200 when uploads and changes will be taken: database and store can be written to, and the server is not ending. */
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    const time = now().getTime()
    if (last === undefined || Math.abs(time - last.at) >= readyMs) last = { at: time, problem: problem() }
    const reason = app.leaving ? 'the server is about to end' : await last.problem
    return reason === undefined
      ? { status: 'ready' }
      : reply.code(503).send({ status: 'unavailable', reason })
  })
}
