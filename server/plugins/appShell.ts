import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { assertDefined } from '../../contract/assertDefined.ts'
import { acceptedTags, bestLanguage, type Language, languages } from '../../contract/languages.ts'
import { sharedFilesPage, shareTargetPath } from '../../contract/shareTarget.ts'
import { acceptedEncoding } from '../http/acceptedEncoding.ts'
import type { Branding } from '../branding/branding.ts'
import { brandManifest, translateWebManifest, type WebManifest } from '../branding/webManifest.ts'
import { type PolicyContext, previewPolicies, setPagePolicies } from './securityHeaders.ts'
import { sendError } from './errorHandler.ts'
import { notFound } from '../http/errors.ts'
import { ConfigError } from '../config/config.ts'
import type { ClockDep } from '../util/isoTime.ts'

const manifestFile = 'manifest.webmanifest'
/** Name of the entry that pages load once something has been drawn (src/first/firstScript.ts), as in vite.config.ts. */
const applicationChunk = 'start'

/** Entry pages, whose modules are preloaded, too. The keys are also those of their texts (i18n/catalogueParts.ts). */
const entryModules = {
  upload: 'src/routes/UploadRoute.tsx',
  download: 'src/routes/DownloadRoute.tsx',
  login: 'src/routes/LoginRoute.tsx',
}

/**
 * Serves the built browser application: its files, and index.html for every other navigation, as routes are handled in
 * the browser. It does not serve index.html for /api, nor below /assets and /save, where service workers respond to
 * downloads: a request that reaches the server instead must fail rather than save this page.
 *
 * [Note: Pages that can be checked]
 * The bytes of a page and its policy depend only on the build, the path and the language, so anybody with the build can
 * compare them. They contain nothing of the installation or the request; the operator's look comes by a call
 * (src/first/currentLook.ts).
 */
export function registerAppShell(
  app: FastifyInstance,
  distDir: string,
  context: PolicyContext & { branding: Pick<Branding, 'current'> } & ClockDep,
): void {
  const { branding } = context
  const pageFor = createPageLookup(distDir)
  const previews = readPreviewPolicies(join(distDir, 'preview'))

  app.register(fastifyStatic, {
    root: distDir,
    index: false,
    // Routes are created at the start for the existing files: nothing else on the disk can be requested.
    wildcard: false,
    globIgnore: ['index.html', manifestFile, '**/*.br', '**/*.gz'],
    // Uses files compressed by the build (scripts/precompress.ts) instead of compressing per request.
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply, path) {
      const name = basename(path).replace(/\.(?:br|gz)$/, '')
      const preview = dirname(path) === join(distDir, 'preview') ? previews.get(name) : undefined
      if (preview) void reply.headers(preview)
      if (name === 'serviceWorker.js') void reply.header('cache-control', 'no-store')
      else if (path.startsWith(join(distDir, 'assets'))) {
        void reply.header('cache-control', 'public, max-age=31536000, immutable')
      } else void reply.header('cache-control', 'no-cache')
    },
  })

  const sendAppShell = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = pageFor(request.url, languageOf(request))
    setPagePolicies(reply, context, page.styleHashes)
    return sendPage(request, reply, page)
  }

  for (const url of ['/', '/index.html']) {
    app.get(url, { config: { access: 'public' } }, sendAppShell)
  }
  const manifest = readJson<WebManifest | undefined>(join(distDir, manifestFile), undefined)
  if (manifest !== undefined) {
    app.get(`/${manifestFile}`, { config: { access: 'public' } }, async (request, reply) => {
      const translated = await translateWebManifest(languageOf(request), manifest)
      return reply
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-language')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(brandManifest(translated, await branding.current())))
    })
  }
  // The service worker responds to it. Without one nothing is read, since it is not encrypted, and the page says so.
  const sendToPage = async (_: FastifyRequest, reply: FastifyReply) =>
    reply.header('connection', 'close').redirect(sharedFilesPage, 303)
  app.post(shareTargetPath, { config: { access: 'public' }, onRequest: sendToPage }, sendToPage)
  app.setNotFoundHandler((request, reply) => {
    if (wantsAppShell(request)) return sendAppShell(request, reply)
    return sendError(notFound('Not Found'), request, reply)
  })
}

/** A page and its compressed forms, which are created at the first use. They should fit into the first packets. */
interface Page {
  html: string
  /** Hashes of its style elements, for the policy. */
  styleHashes: readonly string[]
  compressed: Partial<Record<keyof typeof encoders, Promise<Buffer>>>
}

const newPage = (html: string): Page => ({
  html,
  styleHashes: elementHashes(html, 'style'),
  compressed: {},
})
const elementHashes = (html: string, name: 'style' | 'script') =>
  [...html.matchAll(new RegExp(`<${name}[^>]*>([^]*?)</${name}>`, 'g'))].map(([, text = '']) =>
    sha256Source(text),
  )
const sha256Source = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const encoders = { br: promisify<string, Buffer>(brotliCompress), gzip: promisify<string, Buffer>(gzip) }

async function sendPage(request: FastifyRequest, reply: FastifyReply, { html, compressed }: Page) {
  void reply
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language, accept-encoding')
    .type('text/html; charset=utf-8')
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (encoding === undefined) return reply.send(html)
  return reply
    .header('content-encoding', encoding)
    .send(await (compressed[encoding] ??= encoders[encoding](html)))
}

/** Policies of the documents of previews, by file name; there are none without a build. */
function readPreviewPolicies(folder: string): Map<string, ReturnType<typeof previewPolicies>> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.html')) : []
  return new Map(
    names.map((name) => {
      const html = readFileSync(join(folder, name), 'utf8')
      const hashes = {
        styleHashes: elementHashes(html, 'style'),
        scriptHashes: elementHashes(html, 'script'),
      }
      return [name, previewPolicies(hashes)]
    }),
  )
}

function wantsAppShell(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?', 1)[0] ?? '/'
  if (/^\/(?:api|save|preview|assets)(?:\/|$)/i.test(path)) return false
  return (request.headers.accept ?? '').includes('text/html') || extname(path) === ''
}

/** Language of `Accept-Language`. Pages know a choice made in the browser and apply it before they show anything. */
const languageOf = (request: FastifyRequest): Language =>
  bestLanguage(acceptedTags(request.headers['accept-language']))

/** Returns the page for a URL; pages differ only in language and what is preloaded. */
function createPageLookup(distDir: string): (url: string, language: Language) => Page {
  // Without a manifest, nothing is preloaded.
  const chunks = readJson<BuildManifest>(join(distDir, '.vite', 'manifest.json'), {})
  const index = inlineStyles(readIndex(distDir), distDir)
  const isApplication = ([, chunk]: [string, BuildManifest[string]]) => chunk?.name === applicationChunk
  const applicationFiles = Object.entries(chunks)
    .filter(isApplication)
    .flatMap(([module]) => [...chunkFilesOf(chunks, module)])
  const prerendered = readJson<PrerenderedMarkup>(join(distDir, '.vite', 'first.json'), {})
  const pageOf = (language: Language, name: string) => {
    const textsOf = (part: string) => `i18n/catalogues/${language}.ts?part=${part}`
    const modules = isEntryPage(name) ? [entryModules[name], textsOf(name)] : [textsOf('admin')]
    const first = prerendered[name]?.[language]
    const files = new Set([
      ...applicationFiles,
      ...modules.flatMap((module) => [...chunkFilesOf(chunks, module)]),
    ])
    // Rows of a download link wait for its keys; other pages start workers later.
    const links = [...files]
      .filter((file) => !index.includes(`/${file}`) && (name === 'download' || !isWorker(file)))
      .map((file) => `    <link ${preloadOf(file)} crossorigin href="/${file}">\n`)
      .join('')
    // A page that is already drawn comes first, with its own script and request; that script then loads the
    // application.
    const preloads =
      first === undefined ? links : `    <template id="application">\n${links}    </template>\n`
    return index
      .replaceAll(languageBlocks, (piece, ofHead?: string, _?: string, ofBody?: string) =>
        (ofHead ?? ofBody) === language ? piece : '',
      )
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace(schemeScript, (script) => (isVisitorPage(name) ? '' : script))
      .replace('  </head>', () => `${preloads}  </head>`)
      .replace(splashMarkup, (header) => first ?? header)
  }
  const pages = new Map(
    languages.flatMap((language) =>
      ['', ...Object.keys(entryModules)].map(
        (name) => [`${language}/${name}`, newPage(pageOf(language, name))] as const,
      ),
    ),
  )
  return (url, language) => {
    const name = /^\/(\w+)(?=[/?]|$)/.exec(url)?.[1] ?? ''
    return assertDefined(pages.get(`${language}/${isEntryPage(name) ? name : ''}`))
  }
}

/** Parts of index.html that exist in each language: scripts/compiledTexts.ts. */
const languageBlocks = /^ *<(?:meta lang="(\w+)"[^>]*|(div|p) lang="(\w+)">[^]*?<\/\2)>\n/gm

/** Chooses light or dark, for pages of the account: strangers' pages follow the system, and wait for nothing. */
const schemeScript = / *<script src="\/scheme\.js"><\/script>\n/
const isVisitorPage = (name: string) => name === 'upload' || name === 'download'

/** Markup by page and language that is shown before the application runs: scripts/prerenderFirstPaint.ts. */
type PrerenderedMarkup = Partial<Record<string, Partial<Record<Language, string>>>>
const splashMarkup = /<div class="splash"[^]*?<\/div>/

/** Inlines the styles of what is drawn first. Their link is kept, so that the application does not request them. */
const inlineStyles = (index: string, distDir: string): string =>
  index.replace(
    /<link rel="stylesheet"([^>]* href="\/(assets\/[\w.-]+\.css)"[^>]*)>/,
    (_, link: string, file: string) => {
      const styles = readFileSync(join(distDir, file), 'utf8').trim()
      return `<style>${styles}</style><link rel="stylesheet" disabled${link}>`
    },
  )

const isWorker = (file: string): boolean => /\.worker-[\w-]+\.js$/.test(file)

/**
 * Attributes of a preload, as Vite's loader expects them: it waits for a module's styles before it evaluates the module.
 * The script of a worker is fetched by the page (src/platform/preloadScript.ts).
 */
function preloadOf(file: string): string {
  if (file.endsWith('.css')) return 'rel="preload" as="style"'
  return isWorker(file) ? 'rel="preload" as="fetch"' : 'rel="modulepreload"'
}

const isEntryPage = (name: string): name is keyof typeof entryModules => Object.hasOwn(entryModules, name)

/** Vite's manifest. */
type BuildManifest = Record<
  string,
  { file: string; name?: string; css?: string[]; assets?: string[]; imports?: string[] } | undefined
>

function chunkFilesOf(chunks: BuildManifest, module: string, found = new Set<string>()): Set<string> {
  const chunk = chunks[module]
  if (chunk === undefined || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const styles of chunk.css ?? []) found.add(styles)
  for (const asset of chunk.assets ?? []) if (isWorker(asset)) found.add(asset)
  for (const imported of chunk.imports ?? []) chunkFilesOf(chunks, imported, found)
  return found
}

function readJson<T>(file: string, fallback: T): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return fallback
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
