import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { MiB } from '../../contract/limits.ts'
import type { Services } from '../../server/context.ts'
import { scratchFolder } from './scratchFolder.ts'
import { Browser, startTestServer } from './testServer.ts'
import { uploadForm } from './uploads.ts'

const commonDirectives = "base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
const trustedTypes = (policies: string) => `require-trusted-types-for 'script'; trusted-types ${policies}`
const expectedPolicies = {
  data: `default-src 'none'; form-action 'none'; ${commonDirectives}`,
  worker: `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; form-action 'none'; ${trustedTypes('default')}; ${commonDirectives}`,
  savePage: `default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; form-action 'none'; ${trustedTypes("'none'")}; ${commonDirectives.replace(/'none'$/, "'self'")}`,
  page:
    "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
    `style-src 'self' 'sha256-${createHash('sha256').update('p{margin:0}').digest('base64')}'; font-src 'self'; ` +
    `manifest-src 'self'; frame-src 'self'; form-action 'self'; ${trustedTypes('default')}; ${commonDirectives}`,
}

describe('security headers', () => {
  it.each([
    ['the page', '/', 200, 'page'],
    ['the page of an upload link', '/upload/abc', 200, 'page'],
    ['the page of a download link', '/download/abc', 200, 'page'],
    ['a page named like a worker', '/worker', 200, 'page'],
    ['an asset', '/assets/index-a1b2.js', 200, 'data'],
    ['a missing asset', '/assets/nothing.js', 404, 'data'],
    ['a worker', '/assets/upload.worker-a1b2.js', 200, 'worker'],
    ['the service worker', '/serviceWorker.js', 200, 'worker'],
    ['the page that saves downloads', '/save/mitm.html', 404, 'savePage'],
    ['an answer', '/healthz', 200, 'data'],
    ['the look', '/api/look', 200, 'data'],
    ['a refusal', '/api/auth/users/me', 401, 'data'],
    ['an unknown call', '/api/nothing', 404, 'data'],
    ['a path that is no path', '/api/%zz', 400, 'data'],
  ] as const)('are on %s, the same in every answer', async (_name, url, status, kind) => {
    const { app } = await startTestServer()
    const reply = await app.inject(url)
    expect(reply.statusCode).toBe(status)
    expect(reply.headers['content-security-policy']).toBe(expectedPolicies[kind])
    expect((await app.inject(url)).headers['content-security-policy']).toBe(expectedPolicies[kind])
    // A redirect would carry the fragment on, and these name further requests.
    for (const name of ['location', 'link', 'refresh']) expect(reply.headers).not.toHaveProperty(name)
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[A-Za-z0-9_-]{12}$/) as string,
    })
    expect(reply.headers).not.toHaveProperty('strict-transport-security')
    // Scripts run under the policy of their page.
    if (kind === 'page' || kind === 'savePage')
      expect(reply.headers['permissions-policy']).toContain(
        'screen-wake-lock=(self), clipboard-write=(self), camera=(self), ' +
          'publickey-credentials-create=(self), publickey-credentials-get=(self), ',
      )
    else expect(reply.headers).not.toHaveProperty('permissions-policy')
  })

  it('promise https for a year where the public origin is https', async () => {
    const { app } = await startTestServer({ publicOrigin: 'https://files.example.org' })
    expect((await app.inject('/')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
  })
})

describe('what is no HTTP request', () => {
  async function rawAnswer(text: string): Promise<string> {
    const server = await startTestServer({ publicOrigin: 'https://files.example.org' })
    const { port } = new URL(await server.listen())
    const socket = connect(Number(port), '127.0.0.1')
    socket.end(text)
    let answer = ''
    for await (const bytes of socket) answer += String(bytes)
    return answer
  }

  it.each([
    ['nonsense', 'HELO\r\n\r\n', '400 Bad Request'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
    ['an expectation', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: more\r\n\r\n', '417 Expectation Failed'],
  ])('is answered in our words and with our headers: %s', async (_name, text, status) => {
    const answer = await rawAnswer(text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    const [first, ...lines] = head.split('\r\n')
    expect(first).toBe(`HTTP/1.1 ${status}`)
    expect(JSON.parse(body)).toEqual({ detail: status.slice(4) })
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2))) as object
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': expect.stringContaining("default-src 'none'; ") as string,
      'cache-control': 'no-store',
      connection: 'close',
    })
  })
})

describe('a client', () => {
  it('that goes before it is answered is no failure of ours, even when its whole request has come', async () => {
    const server = await startTestServer()
    const { link_token } = await (await server.signIn()).createFolder()
    const { port } = new URL(await server.listen())
    const { counters } = server.services
    const count = counters.add.bind(counters)
    const socket = connect(Number(port), '127.0.0.1')
    counters.add = async (...args) => {
      // The head has been looked at, the body not yet.
      socket.destroy()
      await expect.poll(() => connectionCount(server.app)).toBe(0)
      return count(...args)
    }
    const { payload, headers } = uploadForm({ files: [{ name: 'a' }] })
    const head = { host: 'x', ...headers, 'content-length': payload.length }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /api/upload/${link_token} HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.write(payload)
    await expect.poll(() => server.logged()).toContain('the client went away')
    expect(server.logged()).not.toContain('"level":50')
  })

  it('hears why a path is no path before the connection closes, whatever it is sending', async () => {
    const server = await startTestServer()
    const { port } = new URL(await server.listen())
    const socket = connect(Number(port), '127.0.0.1')
    const head = `POST /api/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${20 * MiB}\r\n\r\n`
    socket.write(head)
    // Like a browser, it reads when it has sent everything.
    const error = await new Promise((resolve) => socket.write(Buffer.alloc(20 * MiB), resolve))
    expect(error ?? undefined).toBeUndefined()
    let answer = ''
    for await (const bytes of socket) answer += String(bytes)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
  })
})

const connectionCount = (app: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

describe('the shell', () => {
  const html = { accept: 'text/html,*/*' }

  it.each(['/', '/index.html', '/profile', '/upload/abc', '/download/abc', '/folders/edit/7', '/worker.js'])(
    'answers a navigation to %s with the same bytes and policy each time',
    async (url) => {
      const { app } = await startTestServer()
      const reply = await app.inject({ url, headers: html })
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.headers['cache-control']).toBe('no-cache')
      expect(reply.headers['content-security-policy']).toBe(expectedPolicies.page)
      expect(reply.body).toBe('<html lang="en"><style>p{margin:0}</style>\n  </head>the shell')
      expect((await app.inject({ url, headers: html })).body).toBe(reply.body)
    },
  )

  it.each([
    '/upload/abc',
    '/download/abc',
    '/upload/abc/',
    '//upload/abc',
    '/upload/../download/abc',
    '/UPLOAD/abc',
  ])('never redirects %s, whose fragment may be a key', async (url) => {
    for (const publicOrigin of [undefined, 'https://files.example.org']) {
      const { app } = await startTestServer({ publicOrigin })
      for (const method of ['GET', 'HEAD'] as const) {
        const reply = await app.inject({ method, url, headers: { ...html, host: 'other.example' } })
        expect(reply.statusCode).toBe(200)
        for (const name of ['location', 'link', 'refresh', 'content-location'])
          expect(reply.headers).not.toHaveProperty(name)
        expect(reply.body).not.toMatch(/http-equiv/i)
      }
    }
  })

  it('asks at once for what a page needs that people come to first', async () => {
    const { app } = await startTestServer()
    const preloads = async (url: string) => {
      const { body } = await app.inject({ url, headers: html })
      return [...body.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map(([, file]) => file)
    }
    const ofLogin = ['/assets/LoginRoute-a1b2.js', '/assets/shared-a1b2.js']
    for (const url of ['/login', '/login?again', '/login/']) expect(await preloads(url), url).toEqual(ofLogin)
    for (const url of ['/', '/logins', '/profile/login']) expect(await preloads(url), url).toEqual([])
  })

  it('asks at once for the worker that opens keys where rows wait for it', async () => {
    const dist = join(await scratchFolder(), 'dist')
    await mkdir(join(dist, '.vite'), { recursive: true })
    await writeFile(join(dist, 'index.html'), '<html lang="en">\n  </head>')
    const shared = { file: 'assets/files.js', assets: ['assets/a.woff2', 'assets/keys.worker-a1_-2.js'] }
    const route = (file: string) => ({ file, imports: ['_files.js'] })
    const manifest = {
      '_files.js': shared,
      'src/routes/DownloadRoute.tsx': route('assets/download.js'),
      'src/routes/LoginRoute.tsx': route('assets/login.js'),
    }
    await writeFile(join(dist, '.vite', 'manifest.json'), JSON.stringify(manifest))
    const { app } = await startTestServer({ distDir: dist })
    const preloads = async (url: string) =>
      [
        ...(await app.inject({ url, headers: html })).body.matchAll(
          /rel="([^"]+" as="[^"]+)".*href="([^"]+)"/g,
        ),
      ].map(([, how, file]) => [how, file])
    expect(await preloads('/download/token')).toEqual([
      ['preload" as="fetch', '/assets/keys.worker-a1_-2.js'],
    ])
    expect(await preloads('/login')).toEqual([])
  })

  it('of a preview names the hashes of what is inside, without origin or network', async () => {
    const dist = join(await scratchFolder(), 'dist')
    await mkdir(join(dist, 'preview'), { recursive: true })
    await writeFile(join(dist, 'index.html'), '<html lang="en"></html>')
    await writeFile(
      join(dist, 'preview', 'media.html'),
      '<!doctype html><style>p{margin:0}</style><script>"seen"</script>',
    )
    const { app } = await startTestServer({ distDir: dist })
    const reply = await app.inject('/preview/media.html')
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(reply.headers['content-security-policy']).toBe(
      `default-src 'none'; sandbox allow-scripts; script-src ${hash('"seen"')}; style-src ${hash('p{margin:0}')}; ` +
        `worker-src blob:; media-src blob:; form-action 'none'; ${trustedTypes('preview')}; ` +
        "base-uri 'none'; object-src 'none'; frame-ancestors 'self'",
    )
    expect(reply.headers).toMatchObject({
      'permissions-policy': expect.stringContaining('camera=(self)') as string,
      'connection-allowlist': '();webrtc=block',
      'x-dns-prefetch-control': 'off',
    })
    const missing = await app.inject({ url: '/preview/other.html', headers: { accept: 'text/html' } })
    expect(missing.statusCode).toBe(404)
  })

  it('begins as it is drawn when it is built, with its styles in it', async () => {
    const dist = join(await scratchFolder(), 'dist')
    await mkdir(join(dist, '.vite'), { recursive: true })
    await mkdir(join(dist, 'assets'))
    const splash = '<div class="splash">the header</div>'
    const style = '<link rel="stylesheet" crossorigin href="/assets/a.css">'
    await writeFile(join(dist, 'index.html'), `<html lang="en">${style}\n  </head>${splash}`)
    await writeFile(join(dist, 'assets', 'a.css'), 'body { margin: 0 }')
    const start = { file: 'assets/start.js', name: 'start', css: ['assets/a.css', 'assets/late.css'] }
    const manifest = { '_start.js': start }
    await writeFile(join(dist, '.vite', 'manifest.json'), JSON.stringify(manifest))
    const upload = { de: '<div id="first"><style></style>Hierher</div>' }
    await writeFile(join(dist, '.vite', 'first.json'), JSON.stringify({ upload }))
    const { app } = await startTestServer({ distDir: dist })
    const page = async (url: string, language: string) => {
      const reply = await app.inject({ url, headers: { ...html, 'accept-language': language } })
      return reply.body
    }
    const german = await page('/upload/abc', 'de')
    expect(german).toContain('<div id="first"><style></style>Hierher</div>')
    expect(german).not.toContain('the header')
    expect(german).toContain('<style>body { margin: 0 }</style>')
    expect(german).toContain('<link rel="stylesheet" disabled')
    expect(german).toContain('<link rel="modulepreload" crossorigin href="/assets/start.js">')
    expect(german).toContain('<link rel="preload" as="style" crossorigin href="/assets/late.css">')
    expect(german).not.toContain('<link rel="preload" as="style" crossorigin href="/assets/a.css">')
    // What is drawn for no language, or for another page.
    expect(await page('/upload/abc', 'en')).toContain(splash)
    expect(await page('/login', 'de')).toContain(splash)
  })

  it('comes in the language that the browser asks for, and with its texts', async () => {
    const { app } = await startTestServer()
    const page = async (url: string, wanted: string) => {
      const reply = await app.inject({ url, headers: { ...html, 'accept-language': wanted } })
      expect(reply.headers.vary).toContain('accept-language')
      return reply.body
    }
    const german = await page('/login', 'de-CH, en;q=0.5')
    expect(german).toContain('<html lang="de">')
    expect(german).toContain('/assets/de-login-a1b2.js')
    expect(german).not.toContain('/assets/en-')
    expect(await page('/dashboard', 'fr')).toContain('<html lang="en">')
  })

  it.each(['/save/1', '/save', '/api', '/api/x', '/assets/x.js', '/assets/streamWorker-a1b2/1'])(
    'never answers %s',
    async (url) => {
      const { app } = await startTestServer()
      const reply = await app.inject({ url, headers: html })
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toEqual({ detail: 'Not Found' })
    },
  )

  it('is no answer for a missing file or another verb', async () => {
    const { app } = await startTestServer()
    expect((await app.inject('/favicon.ico')).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
    expect((await app.inject({ url: '/..%2f..%2fetc/passwd', headers: html })).body).not.toContain('root:')
  })

  it('lets hashed assets be kept for ever, and the service worker never', async () => {
    const { app } = await startTestServer()
    const caching = async (url: string) => (await app.inject(url)).headers['cache-control']
    expect(await caching('/assets/index-a1b2.js')).toBe('public, max-age=31536000, immutable')
    expect(await caching('/serviceWorker.js')).toBe('no-store')
  })
})

describe('the API', () => {
  it('is never cached', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    for (const url of ['/api/folders/', '/api/folders/99', '/api/nothing']) {
      expect((await browser.get(url)).headers['cache-control'], url).toBe('no-store')
    }
  })

  it('hides what went wrong inside and logs it with the request', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    await browser.createFolder()
    await server.services.db.schema.alterTable('file').renameTo('elsewhere').execute()
    const reply = await browser.get('/api/folders/')
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({ detail: 'Internal Server Error', code: 'internal' })
    expect(server.logged()).toMatch(/"reqId":"[^"]+".*(?:no such table|does not exist)/)
  })

  it('logs neither paths nor cookies', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { link_token } = await browser.createFolder()
    await browser.get(`/api/upload/${link_token}/status?secret=query`)
    await new Browser(server.app).get('/download/token%23fragment-key?secret=query')
    await browser.get('/api/folders/?sort_by=secret')
    expect(server.logged()).toContain('/api/upload/:link_token/status')
    for (const secret of [
      link_token,
      'secret',
      'fragment-key',
      browser.cookies.get('sealpost_session') ?? '?',
    ]) {
      expect(server.logged()).not.toContain(secret)
    }
  })
})

describe('an unknown call', () => {
  it('is never kept when its body cannot be read either', async () => {
    const { app } = await startTestServer()
    const headers = { 'content-type': '/' }
    const reply = await app.inject({ method: 'PATCH', url: '/api/nothing', payload: 'x', headers })
    expect(reply.statusCode).toBe(415)
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['PATCH', '/api/folders/1'],
    ['DELETE', '/api/auth/token'],
    ['GET', '/API/nothing'],
    ['OPTIONS', '/api/folders/'],
  ] as const)('is 404 as JSON, never kept and never the page: %s %s', async (method, url) => {
    const { app } = await startTestServer()
    const reply = await app.inject({ method, url, headers: { accept: 'text/html' } })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({ detail: 'Not Found' })
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
  })
})

describe('a file of which a service worker asks for one version', () => {
  const revision = (text: string) => createHash('md5').update(text).digest('hex')

  it('is sent where it is of that, and refused by a server of another build', async () => {
    const { app, dataDir } = await startTestServer()
    const index = revision(await readFile(join(dataDir, '../dist/index.html'), 'utf8'))
    const status = async (url: string) => (await app.inject({ url, headers: { accept: '*/*' } })).statusCode
    expect(await status(`/index.html?revision=${index}`)).toBe(200)
    expect(await status(`/serviceWorker.js?revision=${revision('// service worker')}`)).toBe(200)
    expect(await status(`/index.html?revision=${revision('another')}`)).toBe(404)
    expect(await status(`/serviceWorker.js?a=b&revision=`)).toBe(404)
    // Of what is no file there is one version.
    expect(await status(`/?revision=${revision('another')}`)).toBe(200)
    expect(await status(`/healthz?revision=${revision('another')}`)).toBe(200)
  })
})

describe('a request', () => {
  it('has an id of its own, in its answer and in its log lines, whatever the client calls it', async () => {
    const server = await startTestServer()
    const ask = () =>
      server.app.inject({ url: '/api/auth/users/me', headers: { 'x-request-id': 'chosen-by-client' } })
    const ids = [await ask(), await ask()].map((reply) => String(reply.headers['x-request-id']))
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(server.logged()).toMatch(new RegExp(`"reqId":"${id}".*"status":401`))
    expect(server.logged()).not.toContain('chosen-by-client')
  })

  it('is logged without what it carries: tokens of links, passwords, codes', async () => {
    const server = await startTestServer()
    const post = (url: string, payload: object) =>
      server.app.inject({ method: 'POST', url, payload, headers: { authorization: 'Basic c2VjcmV0' } })
    await post('/api/auth/token', { username: 'admin', password: 'secret-password' })
    await post('/api/auth/token', { username: 'admin', password: ['secret-password'] })
    await post('/api/auth/token/2fa', { username: 'admin', code: '135791' })
    await post('/api/upload/secret-upload-token1/verify-password', { link_password: 'secret-password' })
    await post('/api/upload/secret-upload-token1/verify-code', { verification_code: '135791' })
    await post('/api/download/secret-download-token/verify-password', { password: 'secret-password' })
    for (const url of ['/upload/secret-upload-token1', '/download/secret-download-token%237:keykeykey']) {
      await server.app.inject({ url, headers: { accept: 'text/html', cookie: 'sealpost_session=secret' } })
    }
    expect(server.logged().length).toBeGreaterThan(500)
    for (const secret of ['secret', 'c2VjcmV0', '135791', 'keykeykey']) {
      expect(server.logged()).not.toContain(secret)
    }
  })

  it('cannot put a secret into the log by a mistake of ours either', async () => {
    const server = await startTestServer()
    const secret = 'canary'
    const fields = { password: secret, link_password: secret, verification_code: secret, cookie: secret }
    server.app.log.info({ ...fields, code: secret, body: { x: secret }, headers: { cookie: secret } }, 'a')
    server.app.log.info({ request: { ...fields, url: secret, body: secret, authorization: secret } }, 'b')
    expect(server.logged()).toContain('"msg":"b"')
    expect(server.logged()).not.toContain(secret)
  })
})

describe('GET /readyz', () => {
  it('is 200 when database and store can be written to', async () => {
    const { app } = await startTestServer()
    const reply = await app.inject('/readyz')
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'ready' }])
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it.each([
    [
      'the file store cannot be written to',
      ({ blobs }: Services) => (blobs.checkWrites = () => Promise.reject(new Error('EROFS /secret/path'))),
    ],
    [
      'the database cannot be written to',
      ({ db }: Services) => db.schema.alterTable('setting').renameTo('x').execute(),
    ],
  ])('is 503 when %s, and names nothing of the machine', async (reason, harm) => {
    const { app, services } = await startTestServer()
    await harm(services)
    const reply = await app.inject('/readyz')
    expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'unavailable', reason }])
  })

  it('looks once a second, however often it is asked', async () => {
    const server = await startTestServer()
    let looks = 0
    server.services.blobs.checkWrites = () => {
      looks++
      return Promise.resolve()
    }
    const stopped = new Date()
    server.services.now = () => stopped
    await Promise.all(Array.from({ length: 20 }, () => server.app.inject('/readyz')))
    expect(looks).toBe(1)
  })
})

describe('GET /healthz', () => {
  it('is 200 when the server can serve', async () => {
    const { app } = await startTestServer()
    const reply = await app.inject('/healthz')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ status: 'ok' })
  })

  it('is 200 while downloads go on, though nothing can be stored', async () => {
    const { app, services } = await startTestServer()
    services.blobs.checkWrites = () => Promise.reject(new Error('EROFS'))
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })

  it.skipIf(inject('objectStore') !== undefined)('is 503 when the store is not there', async () => {
    const { app, dataDir } = await startTestServer()
    await rm(join(dataDir, 'blobs'), { recursive: true })
    expect((await app.inject('/healthz')).statusCode).toBe(503)
  })

  it('is 503 when the database does not answer', async () => {
    const { app, services } = await startTestServer()
    await services.db.schema.dropTable('setting').execute()
    expect((await app.inject('/healthz')).statusCode).toBe(503)
  })
})

describe('a server that is about to end', () => {
  it('wants no more requests, but answers those that come, and ends their connections', async () => {
    const { app } = await startTestServer()
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    app.isDraining = true
    const ready = await app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: 'unavailable', reason: 'the server is about to end' },
    ])
    const page = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect([page.statusCode, page.headers.connection]).toEqual([200, 'close'])
  })

  it('says so on connections that are still open, and closes them', async () => {
    const { app } = await startTestServer()
    app.isShuttingDown = true
    const reply = await app.inject('/api/auth/users/me')
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toEqual({
      detail: 'The server is restarting. Please try again in a moment.',
      code: 'shuttingDown',
    })
    expect(reply.headers.connection).toBe('close')
  })
})
