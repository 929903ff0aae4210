import type { FastifyInstance } from 'fastify'
import { extname } from 'node:path'
import { acceptedEncoding } from '../http/acceptedEncoding.ts'
import type { AssetStore } from '../assets/assetStore.ts'

const suffixes = { br: '.br', gzip: '.gz' } as const

/** Browsers do not run scripts or apply style sheets with other media types. */
const mediaTypes: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves files of other builds, see [Note: Parts of other builds]. */
export function registerOtherBuildAssets(app: FastifyInstance, assets: AssetStore): void {
  // Before the first page that refers to them is sent.
  app.addHook('onReady', () => assets.storeBuild())
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { config: { access: 'public' } },
    async (request, reply) => {
      const { name } = request.params
      const encoding = acceptedEncoding(request.headers['accept-encoding'])
      const found = await assets.find(name, encoding === undefined ? [] : [suffixes[encoding]])
      if (found === undefined) {
        reply.callNotFound()
        return
      }
      if (found.suffix !== '') void reply.header('content-encoding', encoding)
      return reply
        .header('vary', 'accept-encoding')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(mediaTypes[extname(name)] ?? 'application/octet-stream')
        .send(found.bytes)
    },
  )
}
