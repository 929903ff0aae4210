import { describe, expect, it } from 'vitest'
import { maxSessionsPerUser } from '../../server/util/lifetimes.ts'
import { addUser, Browser, password, startTestServer, verifier, verifierSalt } from './testServer.ts'
import { registeredRoutes } from './registeredRoutes.ts'

describe('POST /api/auth/prelogin', () => {
  it('tells the parameters of a known name, whatever its case', async () => {
    const { app, services } = await startTestServer()
    await addUser(services, 'Müller')
    for (const username of ['Müller', 'MÜLLER', ' müller ']) {
      const reply = await app.inject({ method: 'POST', url: '/api/auth/prelogin', payload: { username } })
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({ kdf: 'pbkdf2-sha256', iterations: 600_000, salt: verifierSalt })
    }
  })

  it('changes that of an unknown name now and then, as people change theirs with the password', async () => {
    const server = await startTestServer()
    const names = Array.from({ length: 20 }, (_, n) => `nobody ${n}`)
    const fetchSalts = () =>
      Promise.all(
        names.map(async (username) => {
          const reply = await server.newBrowser().post('/api/auth/prelogin', { username })
          return reply.json<{ salt: string }>().salt
        }),
      )
    const first = await fetchSalts()
    expect(await fetchSalts()).toEqual(first)
    server.passTime(10 * 365 * 24 * 3600)
    expect(await fetchSalts()).not.toEqual(first)
  })

  it('answers an unknown name alike, and for now always the same', async () => {
    const { app } = await startTestServer()
    const prelogin = async (username: string) =>
      (await app.inject({ method: 'POST', url: '/api/auth/prelogin', payload: { username } })).json<{
        salt: string
      }>()
    const first = await prelogin('nobody')
    expect(first).toMatchObject({ kdf: 'pbkdf2-sha256', iterations: 600_000 })
    expect(Buffer.from(first.salt, 'base64')).toHaveLength(16)
    expect(await prelogin('Nobody')).toEqual(first)
    expect((await prelogin('somebody')).salt).not.toBe(first.salt)
  })

  it('needs a name', async () => {
    const { app } = await startTestServer()
    const reply = await app.inject({ method: 'POST', url: '/api/auth/prelogin', payload: { username: ' ' } })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toEqual({
      detail: [{ loc: ['body', 'username'], msg: 'Field required.', type: expect.any(String) as string }],
    })
  })
})

describe('POST /api/auth/token', () => {
  it.each(['username', 'password'] as const)('needs a %s', async (field) => {
    const { app } = await startTestServer()
    for (const wrong of [undefined, '']) {
      const payload = { username: 'admin', password: 'x', [field]: wrong }
      const reply = await app.inject({ method: 'POST', url: '/api/auth/token', payload })
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({ detail: [{ loc: ['body', field], msg: 'Field required.' }] })
    }
  })

  it('signs in with the derived value, and with the raw password of another client', async () => {
    const { services, app } = await startTestServer()
    await addUser(services, 'admin')
    for (const secret of [verifier, password]) {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/auth/token',
        payload: { username: 'ADMIN', password: secret },
      })
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({ user: { username: 'admin', email: null, is_2fa_enabled: false } })
      expect(reply.cookies).toContainEqual(
        expect.objectContaining({ name: 'sealpost_session', httpOnly: true, sameSite: 'Strict', path: '/' }),
      )
    }
  })

  it.each([
    ['JSON', 'application/json', JSON.stringify({ username: 'admin', password: verifier })],
    ['a urlencoded form', 'application/x-www-form-urlencoded', `username=admin&password=${verifier}`],
    [
      'a multipart form',
      'multipart/form-data; boundary=B',
      `--B\r\nContent-Disposition: form-data; name="username"\r\n\r\nadmin\r\n--B\r\n` +
        `Content-Disposition: form-data; name="password"\r\n\r\n${verifier}\r\n--B--\r\n`,
    ],
  ])('takes %s', async (_name, type, payload) => {
    const { services, app } = await startTestServer()
    await addUser(services, 'admin')
    const headers = { 'content-type': type }
    const reply = await app.inject({ method: 'POST', url: '/api/auth/token', headers, payload })
    expect(reply.statusCode).toBe(200)
  })

  it.each([
    ['a wrong password', 'admin', `v1.${'A'.repeat(43)}`],
    ['a wrong raw password', 'admin', 'wrong'],
    ['an unknown name', 'nobody', verifier],
  ])('refuses %s with the same words', async (_name, username, secret) => {
    const { services, app } = await startTestServer()
    await addUser(services, 'admin')
    const payload = { username, password: secret }
    const reply = await app.inject({ method: 'POST', url: '/api/auth/token', payload })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ detail: 'Incorrect username or password', code: 'badLogin' })
    expect(reply.cookies.map((cookie) => cookie.name)).not.toContain('sealpost_session')
  })

  it('refuses an administrator who is disabled', async () => {
    const { services, app } = await startTestServer()
    await addUser(services, 'admin')
    await services.db.updateTable('user').set({ is_active: 0 }).execute()
    const payload = { username: 'admin', password: verifier }
    expect((await app.inject({ method: 'POST', url: '/api/auth/token', payload })).statusCode).toBe(401)
  })

  it('gives a new session at every login and ends the one before', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const old = new Browser(server.app)
    for (const [name, value] of browser.cookies) old.cookies.set(name, value)
    await browser.signIn('admin')
    expect(browser.cookies.get('sealpost_session')).not.toBe(old.cookies.get('sealpost_session'))
    expect((await browser.get('/api/auth/users/me')).statusCode).toBe(200)
    const reply = await old.get('/api/auth/users/me')
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ detail: 'Session expired', code: 'sessionExpired' })
  })

  it('keeps only a hash of the session token', async () => {
    const server = await startTestServer()
    const token = (await server.signIn()).cookies.get('sealpost_session') ?? ''
    expect(token.length).toBeGreaterThan(40)
    expect(
      JSON.stringify(await server.services.db.selectFrom('session').selectAll().execute()),
    ).not.toContain(token)
  })
})

describe('a session', () => {
  it('is needed for the calls of administrators', async () => {
    const { app } = await startTestServer()
    const reply = await app.inject('/api/auth/users/me')
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ detail: 'Not authenticated. Please log in.', code: 'notAuthenticated' })
  })

  it('ends after 12 idle hours', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    server.passTime(11.9 * 3600)
    expect((await browser.get('/api/auth/users/me')).statusCode).toBe(200)
    server.passTime(11.9 * 3600)
    expect((await browser.get('/api/auth/users/me')).statusCode).toBe(200)
    server.passTime(12.1 * 3600)
    expect((await browser.get('/api/auth/users/me')).json()).toEqual({
      detail: 'Session expired',
      code: 'sessionExpired',
    })
  })

  it('ends after 7 days, however busy', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    for (let hours = 0; hours < 7 * 24 - 10; hours += 10) {
      server.passTime(10 * 3600)
      expect((await browser.get('/api/auth/users/me')).statusCode).toBe(200)
    }
    server.passTime(11 * 3600)
    expect((await browser.get('/api/auth/users/me')).statusCode).toBe(401)
  })

  it('of one person are so many, and the one that was not seen for longest ends', async () => {
    const server = await startTestServer()
    const first = await server.signIn()
    const signInAgain = () => server.newBrowser().signIn('admin')
    const second = await signInAgain()
    const { db } = server.services
    const { user_id } = await db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
    server.passTime(120)
    const now = server.services.now().toISOString()
    const rows = Array.from({ length: maxSessionsPerUser - 2 }, (_, n) => ({
      ...{ token_hash: `other ${n}`, user_id, created_at: now, last_seen_at: now },
    }))
    await db.insertInto('session').values(rows).execute()
    expect((await second.get('/api/auth/users/me')).statusCode).toBe(200)
    const last = await signInAgain()
    const statuses = [first, second, last].map(
      async (one) => (await one.get('/api/auth/users/me')).statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
    expect(await db.selectFrom('session').selectAll().execute()).toHaveLength(maxSessionsPerUser)
  })

  it('ends at logout', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const session = browser.cookies.get('sealpost_session') ?? ''
    expect((await browser.post('/api/auth/logout')).statusCode).toBe(204)
    expect(browser.cookies.has('sealpost_session')).toBe(false)
    browser.cookies.set('sealpost_session', session)
    expect((await browser.get('/api/auth/users/me')).json()).toEqual({
      detail: 'Session expired',
      code: 'sessionExpired',
    })
  })

  it('has a __Host- cookie that is Secure where the public origin is https', async () => {
    const { app, services } = await startTestServer({ publicOrigin: 'https://files.example.org' })
    await addUser(services, 'admin')
    const payload = { username: 'admin', password: verifier }
    const { cookies } = await app.inject({ method: 'POST', url: '/api/auth/token', payload })
    expect(cookies).toContainEqual(
      expect.objectContaining({ name: '__Host-sealpost_session', secure: true, httpOnly: true, path: '/' }),
    )
    expect(cookies.every((cookie) => cookie.secure === true)).toBe(true)
  })
})

describe('POST /api/auth/verify-password', () => {
  it('says whether it is the password', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    expect((await browser.post('/api/auth/verify-password', { password: verifier })).statusCode).toBe(200)
    expect((await browser.post('/api/auth/verify-password', { password })).statusCode).toBe(200)
    const wrong = await browser.post('/api/auth/verify-password', { password: `v1.${'B'.repeat(43)}` })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual({ detail: 'Incorrect password', code: 'badPassword' })
    expect((await browser.post('/api/auth/verify-password', { password: '' })).statusCode).toBe(422)
  })
})

describe('CSRF', () => {
  const create = { title: 'x' }

  it('is no matter for a client without cookies', async () => {
    const { services, app } = await startTestServer()
    await addUser(services, 'admin')
    const payload = { username: 'admin', password: verifier }
    expect((await app.inject({ method: 'POST', url: '/api/auth/token', payload })).statusCode).toBe(200)
  })

  it.each([
    ['is missing', () => ({ 'x-csrftoken': '' })],
    ['is foreign', () => ({ 'x-csrftoken': 'A'.repeat(43) })],
  ])('refuses an unsafe request whose token %s', async (_name, headers) => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const reply = await browser.post('/api/folders/', create, { headers: headers() })
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toEqual({ detail: 'CSRF validation failed', code: 'csrf' })
    expect((await browser.get('/api/folders/')).json()).toEqual([])
  })

  it('is asked by every call that changes something, whoever may make it', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const old = browser.cookies.get('csrftoken') ?? ''
    await browser.signIn('admin')
    // Where shared files must not come, nothing is read, and nothing is changed.
    const safe = /^(?:GET|HEAD|OPTIONS) |^POST \/share-target$/
    const unsafe = registeredRoutes(server.app).filter((route) => !safe.test(route))
    expect(unsafe.length).toBeGreaterThan(25)
    for (const route of unsafe) {
      const [method = '', path = ''] = route.split(' ')
      const url = path.replace(':link_token', 'A'.repeat(22)).replace(/:\w+/g, '1')
      for (const token of ['', 'A'.repeat(43), old]) {
        const reply = await browser.send(method as 'POST', url, { headers: { 'x-csrftoken': token } })
        expect([reply.statusCode, reply.json()], route).toEqual([
          403,
          { detail: 'CSRF validation failed', code: 'csrf' },
        ])
      }
    }
  })

  it('refuses the token of an older session and of another administrator', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const old = browser.cookies.get('csrftoken') ?? ''
    await browser.signIn('admin')
    const other = (await server.signIn('other')).cookies.get('csrftoken') ?? ''
    for (const token of [old, other]) {
      // Planted as cookie and header alike, as a subdomain could.
      browser.cookies.set('csrftoken', token)
      expect((await browser.post('/api/folders/', create)).statusCode).toBe(403)
      // That answer has brought the right one.
      expect((await browser.post('/api/folders/', create)).statusCode).toBe(200)
    }
  })

  it('protects strangers too, by a random visitor', async () => {
    const { app, services } = await startTestServer()
    await addUser(services, 'admin')
    const stranger = new Browser(app)
    await stranger.get('/api/auth/users/me')
    const payload = { username: 'admin', password: verifier }
    const headers = { 'x-csrftoken': 'wrong' }
    expect((await stranger.post('/api/auth/token', payload, { headers })).statusCode).toBe(403)
    expect((await stranger.post('/api/auth/token', payload)).statusCode).toBe(200)
  })

  it('comes after an ended session', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    server.passTime(13 * 3600)
    const reply = await browser.post('/api/folders/', create, { headers: { 'x-csrftoken': 'wrong' } })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ detail: 'Session expired', code: 'sessionExpired' })
  })

  it('lets whose session has ended sign in again after one retry', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    server.passTime(13 * 3600)
    const payload = { username: 'admin', password: verifier }
    expect((await browser.post('/api/auth/token', payload)).statusCode).toBe(403)
    expect((await browser.post('/api/auth/token', payload)).statusCode).toBe(200)
  })

  it.each(['https://evil.example', 'null', 'http://localhost:81'])(
    'refuses the origin %s',
    async (origin) => {
      const server = await startTestServer()
      const browser = await server.signIn()
      const reply = await browser.post('/api/folders/', create, { headers: { origin } })
      expect(reply.statusCode).toBe(403)
    },
  )

  it('compares the origin with the host, or with the public origin when that is known', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const own = { origin: 'http://files.example:81', host: 'files.example:81' }
    expect((await browser.post('/api/folders/', create, { headers: own })).statusCode).toBe(200)

    const behindProxy = await startTestServer({ publicOrigin: 'https://files.example.org' })
    const other = await behindProxy.signIn()
    const through = { origin: 'https://files.example.org', host: '10.0.0.1:3000' }
    expect((await other.post('/api/folders/', create, { headers: through })).statusCode).toBe(200)
    expect((await other.post('/api/folders/', create, { headers: own })).statusCode).toBe(403)
  })
})
