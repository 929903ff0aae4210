import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Context } from '../context.ts'
import { setPolicy } from './securityHeaders.ts'
import { sendError } from './errors.ts'
import { notFound } from '../errors.ts'
import { ConfigError } from '../config.ts'

const placeholder = '__CSP_NONCE__'

/** Pages that people come to first: what they need besides what every page begins with is asked for at once. */
const preloaded = {
  upload: 'src/routes/UploadRoute.tsx',
  download: 'src/routes/DownloadRoute.tsx',
  login: 'src/routes/LoginRoute.tsx',
}

/**
 * The built browser application: its files, and index.html for every other navigation, whose routes are the
 * browser's. Never for /api, and never below /assets and /save, where service workers answer downloads: one that misses
 * them must fail and not save this page.
 */
export function registerShell(app: FastifyInstance, distDir: string, context: Pick<Context, 'blobs'>): void {
  const pageFor = readPages(distDir)

  app.register(fastifyStatic, {
    root: distDir,
    index: false,
    // The routes are made at the start, from the files that are there: nothing else of the disk can be asked for.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    // Compressed forms of the build (scripts/compressed.ts): nothing is compressed while somebody waits.
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(response, path) {
      const name = basename(path).replace(/\.(?:br|gz)$/, '')
      response.setHeader('vary', 'accept-encoding')
      if (name === 'serviceWorker.js') response.setHeader('cache-control', 'no-store')
      else if (path.startsWith(join(distDir, 'assets'))) {
        response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      } else response.setHeader('cache-control', 'no-cache')
    },
  })

  const sendShell = (request: FastifyRequest, reply: FastifyReply) => {
    // A page is no worker, whatever its path ends with.
    setPolicy(reply, context)
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(pageFor(request.url).replaceAll(placeholder, reply.styleNonce))
  }

  for (const url of ['/', '/index.html']) {
    app.get(url, { config: { access: 'public' } }, sendShell)
  }
  app.setNotFoundHandler((request, reply) => {
    if (wantsShell(request)) return sendShell(request, reply)
    return sendError(notFound('Not Found'), request, reply)
  })
}

function wantsShell(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?', 1)[0] ?? '/'
  if (/^\/(?:api|save|assets)(?:\/|$)/i.test(path)) return false
  return (request.headers.accept ?? '').includes('text/html') || extname(path) === ''
}

/** The page for an address: the same for all, but for what is preloaded. */
function readPages(distDir: string): (url: string) => string {
  const index = readIndex(distDir)
  const chunks = readManifest(distDir)
  const pages = new Map(
    Object.entries(preloaded).map(([name, module]) => {
      const links = [...filesOf(chunks, module)]
        .filter((file) => !index.includes(`/${file}`))
        .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
      return [name, index.replace('  </head>', () => `${links.join('')}  </head>`)]
    }),
  )
  return (url) => pages.get(/^\/(\w+)(?=[/?]|$)/.exec(url)?.[1] ?? '') ?? index
}

type Manifest = Record<string, { file: string; imports?: string[] } | undefined>

/** A module's file and those that it cannot run without. */
function filesOf(chunks: Manifest, module: string, found = new Set<string>()): Set<string> {
  const chunk = chunks[module]
  if (chunk === undefined || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(chunks, imported, found)
  return found
}

/** Vite's list of what it has built; without it nothing is preloaded. */
function readManifest(distDir: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(distDir, '.vite', 'manifest.json'), 'utf8')) as Manifest
  } catch {
    return {}
  }
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
