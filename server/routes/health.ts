import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { checkReads } from '../db/database.ts'

/** Cache time of a result in milliseconds, so that health checks do not load database and store. */
export const healthCacheMs = 1000

/** Health checks. Responses contain no paths or versions; errors are logged. */
export function healthRoutes(app: FastifyInstance, { db, database, blobs, storageLimits, now }: Context) {
  /** Shares the result between concurrent calls and for a second. */
  function cacheBriefly<T>(check: () => Promise<T>): () => Promise<T> {
    let last: { at: number; result: Promise<T> } | undefined
    return () => {
      const time = now().getTime()
      if (last === undefined || Math.abs(time - last.at) >= healthCacheMs)
        last = { at: time, result: check() }
      return last.result
    }
  }

  const isHealthy = cacheBriefly(async () => {
    try {
      await Promise.all([checkReads(db), blobs.checkReads()])
      return true
    } catch (error) {
      app.log.error({ err: error }, 'not healthy')
      return false
    }
  })

  /** 200 if database and store are readable. Writes nothing. */
  app.get('/healthz', { config: { access: 'public' } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return (await isHealthy()) ? { status: 'ok' } : reply.code(503).send({ status: 'unavailable' })
  })

  const findProblem = cacheBriefly(async (): Promise<string | undefined> => {
    const logFailure = (problem: string) => (error: unknown) => {
      app.log.error({ err: error }, `not ready: ${problem}`)
      return problem
    }
    const [ofDatabase, ofStore] = await Promise.all([
      database
        .checkWrites(now().toISOString())
        .then(() => undefined, logFailure('the database cannot be written to')),
      blobs.checkWrites().then(() => undefined, logFailure('the file store cannot be written to')),
    ])
    return ofDatabase ?? ofStore
  })

  // An error here is a problem of the store, which is reported above.
  const takesUploads = cacheBriefly(() => storageLimits.isAboveFloor().catch(() => true))

  /**
   * 200 if database and store are writable and the server is not shutting down. Low disk space is reported,
   * but stays 200: a load balancer or an upgrade that acted on it would end downloads, links and sign-ins
   * without freeing space, and instances with a common disk would all be removed at once.
   */
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    const reason = app.isDraining ? 'the server is about to end' : await findProblem()
    if (reason !== undefined) return reply.code(503).send({ status: 'unavailable', reason })
    if (await takesUploads()) return { status: 'ready' }
    return { status: 'ready', uploads: 'refused', reason: 'less is free on the disk than MIN_FREE_BYTES' }
  })
}
