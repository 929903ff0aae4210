import type { FastifyInstance } from 'fastify'
import { KiB } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { holdWhile } from './held.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where the answer goes out piece by piece, as the client takes it. */
    streams?: boolean
  }
}

/** Bytes that such an answer makes the server hold, however slowly it is taken: the piece on its way, and the next. */
export const streamBytes = 512 * KiB

/**
 * Takes what a streamed answer will hold from the memory of requests (see [Note: Memory of requests]) before the call
 * does anything, and gives it back when the answer has gone out, or nobody is there to take it. Too many at once are 503.
 */
export function registerStreams(app: FastifyInstance, { memory }: Pick<Context, 'memory'>): void {
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.streams !== true) {
      done()
      return
    }
    done(holdWhile(memory, request, reply, (held) => held.take(streamBytes)))
  })
}
