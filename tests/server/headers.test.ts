import { describe, expect, it } from 'vitest'
import { Browser, startTestServer } from './testServer.ts'

const policy = (nonce: string, script = "script-src 'self'") =>
  `default-src 'none'; ${script}; worker-src 'self'; connect-src 'self'; img-src 'self' data: blob:; ` +
  `style-src 'self' 'nonce-${nonce}'; font-src 'self'; manifest-src 'self'; frame-src 'self'; ` +
  `form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`
const nonceOf = (header: unknown) => /'nonce-([^']+)'/.exec(String(header))?.[1] ?? ''

describe('security headers', () => {
  it.each([
    ['the page', '/', 200],
    ['an asset', '/assets/index-a1b2.js', 200],
    ['a missing asset', '/assets/nothing.js', 404],
    ['an answer', '/healthz', 200],
    ['a refusal', '/api/auth/users/me', 401],
    ['an unknown call', '/api/nothing', 404],
    ['a path that is no path', '/api/%zz', 400],
  ])('are on %s', async (_name, url, status) => {
    const { app } = await startTestServer()
    const reply = await app.inject(url)
    expect(reply.statusCode).toBe(status)
    expect(reply.headers['content-security-policy']).toBe(
      policy(nonceOf(reply.headers['content-security-policy'])),
    )
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining(
        'screen-wake-lock=(self), clipboard-write=(self), ',
      ) as string,
    })
    expect(reply.headers).not.toHaveProperty('strict-transport-security')
  })

  it.each(['/serviceWorker.js', '/assets/crypto.worker-a1b2.js'])(
    'let %s compile WebAssembly, and nothing else',
    async (url) => {
      const { app } = await startTestServer()
      const header = (await app.inject(url)).headers['content-security-policy']
      expect(header).toBe(policy(nonceOf(header), "script-src 'self' 'wasm-unsafe-eval'"))
    },
  )

  it('promise https for a year where the public origin is https', async () => {
    const { app } = await startTestServer({ publicOrigin: 'https://files.example.org' })
    expect((await app.inject('/')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
  })
})

describe('the shell', () => {
  const html = { accept: 'text/html,*/*' }

  it.each(['/', '/index.html', '/login', '/upload/abc', '/download/abc', '/folders/edit/7', '/worker.js'])(
    'answers a navigation to %s with a nonce of its own',
    async (url) => {
      const { app } = await startTestServer()
      const reply = await app.inject({ url, headers: html })
      const nonce = nonceOf(reply.headers['content-security-policy'])
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.headers['cache-control']).toBe('no-cache')
      expect(reply.headers['content-security-policy']).toBe(policy(nonce))
      expect(nonce.length).toBeGreaterThan(20)
      expect(reply.body).toBe(
        `<meta property="csp-nonce" nonce="${nonce}"><style nonce="${nonce}"></style>the shell`,
      )
      expect((await app.inject({ url, headers: html })).body).not.toBe(reply.body)
    },
  )

  it.each(['/stream/1', '/stream', '/api', '/api/x', '/assets/x.js', '/assets/x'])(
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
    await server.services.db.schema.dropTable('file').execute()
    const reply = await browser.get('/api/folders/')
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({ detail: 'Internal Server Error' })
    expect(server.logged()).toMatch(/"reqId":"[^"]+".*no such table/)
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

describe('GET /healthz', () => {
  it('is 200 when the server can serve', async () => {
    const { app } = await startTestServer()
    const reply = await app.inject('/healthz')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ status: 'ok' })
  })

  it('is 503 when the store takes no bytes', async () => {
    const { app, services } = await startTestServer()
    services.blobs.check = () => Promise.reject(new Error('EROFS'))
    expect((await app.inject('/healthz')).statusCode).toBe(503)
  })

  it('is 503 when the database does not answer', async () => {
    const { app, services } = await startTestServer()
    await services.db.schema.dropTable('setting').execute()
    expect((await app.inject('/healthz')).statusCode).toBe(503)
  })
})
