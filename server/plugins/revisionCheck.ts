import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { apiBase } from '../../contract/call.ts'
import { notFound } from '../http/errors.ts'

const revisionQuery = /[?&]revision=([^&]*)/

/**
 * Refuses a request for another build's version of a file. A service worker's precache must be consistent; for files
 * without a content hash in their name, it sends the MD5 of the built file (workers/serviceWorker.ts). A server of
 * another build has another file, with which the application would lack parts when offline. After the refusal, the
 * browser tries to install that version again later.
 */
export function registerRevisionCheck(app: FastifyInstance, distDir: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const [, revision] = revisionQuery.exec(request.url) ?? []
    // The registered pattern, not the requested path: each file of the build has a route.
    const route = request.routeOptions.url ?? ''
    if (revision === undefined || extname(route) === '' || route.startsWith(apiBase)) {
      done()
      return
    }
    readFile(join(distDir, route)).then(
      (file) =>
        done(createHash('md5').update(file).digest('hex') === revision ? undefined : notFound('Not Found')),
      done,
    )
  })
}
