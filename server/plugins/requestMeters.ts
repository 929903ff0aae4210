import type { FastifyInstance } from 'fastify'
import { requestLabels } from '../metrics/requestLabels.ts'
import { type Meters, noMeters } from '../metrics/meters.ts'

/** Meters the start and the end of each request, however it ends. */
export function registerRequestMeters(app: FastifyInstance, meters: Meters): void {
  if (meters === noMeters) return
  app.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions
    const end = meters.requestBegun(requestLabels(url, request.method, config.call))
    const began = performance.now()
    // 'close' is always emitted; 'finish' is not if the client has disconnected.
    reply.raw.once('close', () =>
      end({
        status: reply.raw.writableFinished ? reply.raw.statusCode : undefined,
        seconds: (performance.now() - began) / 1000,
      }),
    )
    done()
  })
}
