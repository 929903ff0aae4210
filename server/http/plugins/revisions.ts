import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { apiBase } from '../../../contract/call.ts'
import { notFound } from '../errors.ts'

const asked = /[?&]revision=([^&]*)/

/**
 * What a service worker keeps belongs together, and it asks for files without a hash in their name by the MD5 of the
 * file as it was built (workers/serviceWorker.ts). A server of another build has another; with that the application
 * would lack parts where there is no network. Refused, the browser tries that version again later.
 */
export function registerRevisions(app: FastifyInstance, distDir: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const [, revision] = asked.exec(request.url) ?? []
    // As it was registered, never as somebody wrote it: each file of the build has a route.
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
