import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { contentSecurityPolicy } from './securityHeaders.ts'
import { sendError } from './errors.ts'
import { notFound } from '../errors.ts'
import { ConfigError } from '../config.ts'

const placeholder = '__CSP_NONCE__'

/**
 * The built browser application: its files, and index.html for every other navigation, whose routes are the
 * browser's. Never for /api, and never below /assets and /save, where service workers answer downloads: one that misses
 * them must fail and not save this page.
 */
export function registerShell(app: FastifyInstance, distDir: string): void {
  const index = readIndex(distDir)

  app.register(fastifyStatic, {
    root: distDir,
    index: false,
    // The routes are made at the start, from the files that are there: nothing else of the disk can be asked for.
    wildcard: false,
    globIgnore: ['index.html'],
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(response, path) {
      const name = basename(path)
      if (name === 'serviceWorker.js') response.setHeader('cache-control', 'no-store')
      else if (path.startsWith(join(distDir, 'assets'))) {
        response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      } else response.setHeader('cache-control', 'no-cache')
    },
  })

  const sendShell = (reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-cache')
      // A page is no worker, whatever its path ends with.
      .header('content-security-policy', contentSecurityPolicy(reply.styleNonce))
      .type('text/html; charset=utf-8')
      .send(index.replaceAll(placeholder, reply.styleNonce))

  for (const url of ['/', '/index.html']) {
    app.get(url, { config: { access: 'public' } }, (_request, reply) => sendShell(reply))
  }
  app.setNotFoundHandler((request, reply) => {
    if (wantsShell(request)) return sendShell(reply)
    return sendError(notFound('Not Found'), request, reply)
  })
}

function wantsShell(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?', 1)[0] ?? '/'
  if (/^\/(?:api|save|assets)(?:\/|$)/i.test(path)) return false
  return (request.headers.accept ?? '').includes('text/html') || extname(path) === ''
}

function readIndex(distDir: string): string {
  try {
    return readFileSync(join(distDir, 'index.html'), 'utf8')
  } catch {
    throw new ConfigError([
      `The browser application is not built: ${distDir} has no index.html. Run: npm run build`,
    ])
  }
}
