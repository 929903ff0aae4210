import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { databaseAnswers } from '../db/database.ts'

/** Whoever asks more often gets the answer of then: asking must not keep database and store busy. */
export const askedMs = 1000

/** For those who watch over the server. Answers name no path and no version; what went wrong stands in the log. */
export function healthRoutes(app: FastifyInstance, { db, database, blobs, room, now }: Context): void {
  /** Whoever asks at the same time, or within a second, gets the same answer. */
  function onceWithin<T>(ask: () => Promise<T>): () => Promise<T> {
    let last: { at: number; answer: Promise<T> } | undefined
    return () => {
      const time = now().getTime()
      if (last === undefined || Math.abs(time - last.at) >= askedMs) last = { at: time, answer: ask() }
      return last.answer
    }
  }

  const isHealthy = onceWithin(async () => {
    try {
      await Promise.all([databaseAnswers(db), blobs.answers()])
      return true
    } catch (error) {
      app.log.error({ err: error }, 'not healthy')
      return false
    }
  })

  /** 200 while the server can serve what it has: database and store can be read. Writes nothing. */
  app.get('/healthz', { config: { access: 'public' } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return (await isHealthy()) ? { status: 'ok' } : reply.code(503).send({ status: 'unavailable' })
  })

  const problem = onceWithin(async (): Promise<string | undefined> => {
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
  })

  // What fails here is a problem of the store, which is told above.
  const takesUploads = onceWithin(() => room.isAboveFloor().catch(() => true))

  /**
   * 200 when database and store can be written to, and the server is not ending. A disk that has reached its floor is
   * named and stays 200: downloads, links and sign-ins go on, and a load balancer that takes the server out, or an
   * upgrade that waits for it, would end those and make no room; instances that share the disk would all go at once.
   */
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    const reason = app.leaving ? 'the server is about to end' : await problem()
    if (reason !== undefined) return reply.code(503).send({ status: 'unavailable', reason })
    if (await takesUploads()) return { status: 'ready' }
    return { status: 'ready', uploads: 'refused', reason: 'less is free on the disk than MIN_FREE_BYTES' }
  })
}
