import { describe, expect, it } from 'vitest'
import { addUser, Browser, startTestServer, verifier, type TestServer } from './testServer.ts'
import { stoppedClock } from './stoppedClock.ts'
import { fromBase32, startTwoFactorServer, totp, wrongCode } from './totp.ts'

const badCode = { detail: 'Invalid or expired verification code.', code: 'badCode' }
const ticketEnded = { detail: 'This sign-in has expired. Please sign in again.', code: 'ticketEnded' }
const tooManyTries = { detail: 'Too many wrong codes. Please sign in again.', code: 'ticketTries' }

/** A browser that has passed the first step. */
async function passFirstStep(server: TestServer, username = 'admin'): Promise<Browser> {
  const browser = server.newBrowser()
  await browser.get('/api/auth/users/me')
  const reply = await browser.post('/api/auth/token', { username, password: verifier })
  expect(reply.json()).toEqual({ message: 'OTP code required', username })
  return browser
}

const sendCode = (browser: Browser, code: string, username = 'admin') =>
  browser.post('/api/auth/token/2fa', { username, code })

const getProfile = (browser: Browser) => browser.get('/api/auth/users/me')

function copyBrowser(browser: Browser, server: TestServer): Browser {
  const copy = server.newBrowser()
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

describe('setting up the second factor', () => {
  it('shows a secret and its address, anew each time, until a code of the last one enables it', async () => {
    const { now } = stoppedClock()
    const server = await startTestServer({ now })
    const browser = await server.signIn()
    const setup = async () =>
      (await browser.post('/api/auth/2fa/setup')).json<{ secret: string; otp_uri: string }>()
    const first = await setup()
    const second = await setup()
    expect(second.secret).not.toBe(first.secret)
    expect(second.otp_uri).toBe(
      `otpauth://totp/Sealpost:admin?issuer=Sealpost&secret=${second.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const code = (secret: string) => totp(fromBase32(secret), now().getTime() / 1000)
    expect((await getProfile(browser)).json()).toMatchObject({ user: { is_2fa_enabled: false } })

    const old = await browser.post('/api/auth/2fa/enable', { code: code(first.secret) })
    expect([old.statusCode, old.json()]).toEqual([400, badCode])
    const reply = await browser.post('/api/auth/2fa/enable', { code: code(second.secret) })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ user: { username: 'admin', is_2fa_enabled: true } })
    expect((await getProfile(browser)).json()).toMatchObject({ user: { is_2fa_enabled: true } })
  })

  it('asks for no code while it is not enabled', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    await browser.post('/api/auth/2fa/setup')
    const reply = await server.newBrowser().post('/api/auth/token', { username: 'admin', password: verifier })
    expect(reply.json()).toMatchObject({ user: { is_2fa_enabled: false } })
  })

  it('is refused once it is enabled, and the secret stays', async () => {
    const { browser, server, code } = await startTwoFactorServer()
    const on = { detail: 'Two-factor authentication is already enabled.', code: 'twoFactorOn' }
    const setup = await browser.post('/api/auth/2fa/setup')
    expect([setup.statusCode, setup.json()]).toEqual([409, on])
    const enable = await browser.post('/api/auth/2fa/enable', { code: code() })
    expect([enable.statusCode, enable.json()]).toEqual([409, on])
    expect((await sendCode(await passFirstStep(server), code())).statusCode).toBe(200)
  })

  it('comes before enabling', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const reply = await browser.post('/api/auth/2fa/enable', { code: '123456' })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual({
      detail: 'Set up two-factor authentication first.',
      code: 'twoFactorNotSetUp',
    })
  })

  it.each([['12345'], ['1234567'], ['12345a'], ['']])('does not take %j for a code', async (code) => {
    const { browser, server } = await startTwoFactorServer()
    for (const reply of [
      await browser.post('/api/auth/2fa/enable', { code }),
      await sendCode(await passFirstStep(server), code),
    ]) {
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({
        detail: [{ loc: ['body', 'code'], msg: 'Verification code must be exactly 6 digits.' }],
      })
    }
  })

  it('waits after five wrong codes', async () => {
    const { now } = stoppedClock()
    const browser = await (await startTestServer({ now })).signIn()
    const { secret } = (await browser.post('/api/auth/2fa/setup')).json<{ secret: string }>()
    const code = totp(fromBase32(secret), now().getTime() / 1000)
    const enable = async (tried: string) =>
      (await browser.post('/api/auth/2fa/enable', { code: tried })).statusCode
    for (let n = 1; n <= 5; n++) expect(await enable(wrongCode(code))).toBe(400)
    expect(await enable(code)).toBe(429)
  })

  it('uses the code that enabled it', async () => {
    const { server, code, passTime } = await startTwoFactorServer()
    passTime(-300)
    expect((await sendCode(await passFirstStep(server), code())).json()).toEqual(badCode)
  })
})

describe('turning the second factor off', () => {
  it('takes the password', async () => {
    const { browser, server } = await startTwoFactorServer()
    const refused = await browser.post('/api/auth/2fa/disable', { password: `v1.${'X'.repeat(43)}` })
    expect([refused.statusCode, refused.json()]).toEqual([
      401,
      { detail: 'Incorrect password', code: 'badPassword' },
    ])
    expect((await browser.post('/api/auth/2fa/disable', {})).statusCode).toBe(422)
    expect((await getProfile(browser)).json()).toMatchObject({ user: { is_2fa_enabled: true } })

    const reply = await browser.post('/api/auth/2fa/disable', { password: verifier })
    expect(reply.json()).toMatchObject({ user: { is_2fa_enabled: false } })
    const login = await server.newBrowser().post('/api/auth/token', { username: 'admin', password: verifier })
    expect(login.json()).toMatchObject({ user: { is_2fa_enabled: false } })
  })

  it('forgets the secret, and logins that wait for a code', async () => {
    const { browser, server, secret, code } = await startTwoFactorServer()
    const waiting = await passFirstStep(server)
    await browser.post('/api/auth/2fa/disable', { password: verifier })
    expect((await sendCode(waiting, code())).json()).toEqual(ticketEnded)
    const rows = await server.services.db.selectFrom('user').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('the two steps of a login', () => {
  it('lead to a session by way of a short-lived, http-only ticket', async () => {
    const { server, code } = await startTwoFactorServer()
    const browser = server.newBrowser()
    await getProfile(browser)
    const first = await browser.post('/api/auth/token', { username: ' ADMIN', password: verifier })
    expect(first.statusCode).toBe(200)
    expect(first.json()).toEqual({ message: 'OTP code required', username: 'admin' })
    expect(first.cookies).toContainEqual(
      expect.objectContaining({
        name: 'sealpost_ticket',
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        maxAge: 300,
      }),
    )
    expect(browser.cookies.has('sealpost_session')).toBe(false)
    expect((await getProfile(browser)).statusCode).toBe(401)

    const second = await sendCode(browser, code())
    expect(second.statusCode).toBe(200)
    expect(second.json()).toMatchObject({ user: { username: 'admin', is_2fa_enabled: true } })
    expect(browser.cookies.has('sealpost_ticket')).toBe(false)
    expect((await getProfile(browser)).statusCode).toBe(200)
  })

  it.each([
    ['now', 0, 200],
    ['of the step before', -1, 200],
    ['of the step after', 1, 200],
    ['two steps old', -2, 401],
    ['two steps early', 2, 401],
  ])('take a code that is %s: %i → %i', async (_name, steps, status) => {
    const { server, code } = await startTwoFactorServer()
    const reply = await sendCode(await passFirstStep(server), code(steps))
    expect(reply.statusCode).toBe(status)
    if (status !== 200) expect(reply.json()).toEqual(badCode)
  })

  it('take each code once, whoever comes with it, and none from before it', async () => {
    const { server, code, passTime } = await startTwoFactorServer()
    expect((await sendCode(await passFirstStep(server), code())).statusCode).toBe(200)
    const again = await passFirstStep(server)
    expect((await sendCode(again, code())).json()).toEqual(badCode)
    expect((await sendCode(again, code(-1))).json()).toEqual(badCode)
    passTime(30)
    expect((await sendCode(again, code(-1))).json()).toEqual(badCode)
    expect((await sendCode(again, code())).statusCode).toBe(200)
  })

  it('let one of several in who come with the same code at once', async () => {
    const { server, code } = await startTwoFactorServer()
    const browsers = [await passFirstStep(server), await passFirstStep(server), await passFirstStep(server)]
    const replies = await Promise.all(browsers.map((browser) => sendCode(browser, code())))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 401, 401])
  })

  it('do not mix users: a code counts for its own', async () => {
    const { server, code } = await startTwoFactorServer()
    const other = await server.signIn('other')
    await other.post('/api/auth/2fa/setup')
    await server.services.db.updateTable('user').set({ is_2fa_enabled: 1 }).execute()
    const browser = await passFirstStep(server, 'other')
    expect((await sendCode(browser, code(), 'other')).json()).toEqual(badCode)
  })
})

describe('a ticket', () => {
  it('is needed for the second step', async () => {
    const { server, code } = await startTwoFactorServer()
    const browser = server.newBrowser()
    await getProfile(browser)
    for (const forged of [undefined, 'A'.repeat(43), '']) {
      if (forged !== undefined) browser.cookies.set('sealpost_ticket', forged)
      const reply = await sendCode(browser, code())
      expect([reply.statusCode, reply.json()]).toEqual([401, ticketEnded])
      expect(browser.cookies.has('sealpost_session')).toBe(false)
    }
    // The code was not used up by that.
    expect((await sendCode(await passFirstStep(server), code())).statusCode).toBe(200)
  })

  it('is what counts a wrong code: strangers who know a name cannot shut its owner out', async () => {
    const { server, code } = await startTwoFactorServer()
    const bad = wrongCode(code(-1), code(), code(1))
    const statuses = new Set<number>()
    for (let n = 0; n < 25; n++) {
      const stranger = server.newBrowser()
      await getProfile(stranger)
      for (let i = 0; i < 5; i++) {
        stranger.cookies.set('sealpost_ticket', 'garbage')
        statuses.add((await sendCode(stranger, bad)).statusCode)
      }
    }
    expect([...statuses]).toEqual([401])
    expect((await sendCode(await passFirstStep(server), code())).statusCode).toBe(200)
  })

  it('is counted at its own user, whatever name is typed', async () => {
    const { server, code } = await startTwoFactorServer()
    await addUser(server.services, 'other')
    await server.services.db
      .updateTable('user')
      .set({ is_2fa_enabled: 1, totp_secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
      .where('username', '=', 'other')
      .execute()
    for (let n = 0; n < 21; n++) {
      const browser = await passFirstStep(server, 'other')
      for (let i = 0; i < 5; i++) await sendCode(browser, wrongCode(code(-1), code(), code(1)), 'admin')
    }
    expect((await sendCode(await passFirstStep(server), code())).statusCode).toBe(200)
  })

  it('comes with a right password only', async () => {
    const { server } = await startTwoFactorServer()
    const browser = server.newBrowser()
    const payload = { username: 'admin', password: `v1.${'X'.repeat(43)}` }
    const reply = await browser.post('/api/auth/token', payload)
    expect([reply.statusCode, reply.json()]).toEqual([
      401,
      { detail: 'Incorrect username or password', code: 'badLogin' },
    ])
    expect(browser.cookies.has('sealpost_ticket')).toBe(false)
  })

  it('of another user is refused', async () => {
    const { server, code } = await startTwoFactorServer()
    await addUser(server.services, 'other')
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    await server.services.db
      .updateTable('user')
      .set({ is_2fa_enabled: 1, totp_secret: secret })
      .where('username', '=', 'other')
      .execute()
    const browser = await passFirstStep(server, 'other')
    const reply = await sendCode(browser, code(), 'admin')
    expect([reply.statusCode, reply.json()]).toEqual([401, ticketEnded])
    expect(browser.cookies.has('sealpost_session')).toBe(false)
  })

  it('lasts five minutes', async () => {
    const { server, code, passTime } = await startTwoFactorServer()
    const inTime = await passFirstStep(server)
    const late = await passFirstStep(server)
    passTime(299)
    expect((await sendCode(inTime, code())).statusCode).toBe(200)
    passTime(1)
    const reply = await sendCode(late, code(1))
    expect([reply.statusCode, reply.json()]).toEqual([401, ticketEnded])
    expect(late.cookies.has('sealpost_ticket')).toBe(false)
  })

  it('is void after five wrong codes, even for the right one', async () => {
    const { server, code } = await startTwoFactorServer()
    const browser = await passFirstStep(server)
    const copy = copyBrowser(browser, server)
    const bad = wrongCode(code(-1), code(), code(1))
    for (let n = 1; n <= 4; n++) expect((await sendCode(browser, bad)).json()).toEqual(badCode)
    const fifth = await sendCode(browser, bad)
    expect([fifth.statusCode, fifth.json()]).toEqual([401, tooManyTries])
    expect(browser.cookies.has('sealpost_ticket')).toBe(false)
    expect((await sendCode(copy, code())).json()).toEqual(ticketEnded)
    expect((await sendCode(await passFirstStep(server), code())).statusCode).toBe(200)
  })

  it('lets the right code in at the fifth try', async () => {
    const { server, code } = await startTwoFactorServer()
    const browser = await passFirstStep(server)
    const bad = wrongCode(code(-1), code(), code(1))
    for (let n = 1; n <= 4; n++) await sendCode(browser, bad)
    expect((await sendCode(browser, code())).statusCode).toBe(200)
  })

  it('takes no more than five codes when they come at once', async () => {
    const { server, code } = await startTwoFactorServer()
    const browser = await passFirstStep(server)
    const bad = wrongCode(code(-1), code(), code(1))
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => sendCode(copyBrowser(browser, server), bad)),
    )
    const texts = replies.map((reply) => reply.json<{ detail: string }>().detail)
    expect(texts.filter((text) => text === badCode.detail)).toHaveLength(4)
    expect(texts.filter((text) => text === tooManyTries.detail)).toHaveLength(1)
    expect(texts.filter((text) => text === ticketEnded.detail)).toHaveLength(15)
  })

  it('works once', async () => {
    const { server, code, passTime } = await startTwoFactorServer()
    const browser = await passFirstStep(server)
    const copy = copyBrowser(browser, server)
    expect((await sendCode(browser, code())).statusCode).toBe(200)
    passTime(30)
    expect((await sendCode(copy, code())).json()).toEqual(ticketEnded)
  })

  it('gives way to a new first step and to a logout', async () => {
    const { server, code } = await startTwoFactorServer()
    const browser = await passFirstStep(server)
    const first = copyBrowser(browser, server)
    await browser.post('/api/auth/token', { username: 'admin', password: verifier })
    expect((await sendCode(first, code())).json()).toEqual(ticketEnded)
    const second = copyBrowser(browser, server)
    await browser.post('/api/auth/logout')
    expect(browser.cookies.has('sealpost_ticket')).toBe(false)
    expect((await sendCode(second, code())).json()).toEqual(ticketEnded)
  })

  it('authenticates nothing else, and a session is no ticket', async () => {
    const { server, browser, code } = await startTwoFactorServer()
    const waiting = await passFirstStep(server)
    const ticket = waiting.cookies.get('sealpost_ticket') ?? ''
    expect((await getProfile(waiting)).statusCode).toBe(401)
    expect((await waiting.post('/api/auth/2fa/disable', { password: verifier })).statusCode).toBe(401)
    const asSession = server.newBrowser()
    asSession.cookies.set('sealpost_session', ticket)
    expect((await getProfile(asSession)).json()).toEqual({
      detail: 'Session expired',
      code: 'sessionExpired',
    })

    const asTicket = server.newBrowser()
    await getProfile(asTicket)
    asTicket.cookies.set('sealpost_ticket', browser.cookies.get('sealpost_session') ?? '')
    expect((await sendCode(asTicket, code())).json()).toEqual(ticketEnded)
  })

  it('is kept as a hash only', async () => {
    const { server } = await startTwoFactorServer()
    const ticket = (await passFirstStep(server)).cookies.get('sealpost_ticket') ?? ''
    expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const rows = JSON.stringify(await server.services.db.selectFrom('login_ticket').selectAll().execute())
    expect(rows).toContain('token_hash')
    expect(rows).not.toContain(ticket)
  })

  it('of a user who is disabled meanwhile is void', async () => {
    const { server, code } = await startTwoFactorServer()
    const browser = await passFirstStep(server)
    await server.services.db.updateTable('user').set({ is_active: 0 }).execute()
    expect((await sendCode(browser, code())).json()).toEqual(ticketEnded)
  })

  it('has a __Host- cookie that is Secure where the public origin is https', async () => {
    const server = await startTestServer({ publicOrigin: 'https://files.example.org' })
    await addUser(server.services, 'admin')
    await server.services.db
      .updateTable('user')
      .set({ is_2fa_enabled: 1, totp_secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
      .execute()
    const payload = { username: 'admin', password: verifier }
    const { cookies } = await server.app.inject({ method: 'POST', url: '/api/auth/token', payload })
    expect(cookies).toContainEqual(
      expect.objectContaining({ name: '__Host-sealpost_ticket', secure: true, httpOnly: true, path: '/' }),
    )
  })
})

describe('what a browser was known by', () => {
  it('changes at each step, and what was before is dead', async () => {
    const { server, browser, code } = await startTwoFactorServer()
    const before = copyBrowser(browser, server)
    const beforeVisit = browser.cookies.get('sealpost_visitor')
    await browser.post('/api/auth/token', { username: 'admin', password: verifier })
    expect((await getProfile(before)).json()).toEqual({ detail: 'Session expired', code: 'sessionExpired' })
    expect(browser.cookies.has('sealpost_session')).toBe(false)
    expect(browser.cookies.get('sealpost_visitor')).not.toBe(beforeVisit)
    expect(browser.cookies.get('csrftoken')).not.toBe(before.cookies.get('csrftoken'))

    const between = copyBrowser(browser, server)
    expect((await sendCode(browser, code())).statusCode).toBe(200)
    expect(browser.cookies.get('sealpost_session')).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(browser.cookies.get('sealpost_session')).not.toBe(before.cookies.get('sealpost_session'))
    expect(browser.cookies.get('csrftoken')).not.toBe(between.cookies.get('csrftoken'))
    expect((await sendCode(between, code(1))).json()).toEqual(ticketEnded)
  })
})

describe('CSRF between the steps', () => {
  it.each([
    ['missing', ''],
    ['foreign', 'A'.repeat(43)],
    ['from before the first step', undefined],
  ])('refuses a token that is %s, and no try is lost by it', async (_name, token) => {
    const { server, code } = await startTwoFactorServer()
    const browser = server.newBrowser()
    await getProfile(browser)
    const old = browser.cookies.get('csrftoken') ?? ''
    await browser.post('/api/auth/token', { username: 'admin', password: verifier })
    for (let n = 0; n < 6; n++) {
      const reply = await browser.post(
        '/api/auth/token/2fa',
        { username: 'admin', code: code() },
        { headers: { 'x-csrftoken': token ?? old } },
      )
      expect([reply.statusCode, reply.json()]).toEqual([
        403,
        { detail: 'CSRF validation failed', code: 'csrf' },
      ])
    }
    expect((await sendCode(browser, code())).statusCode).toBe(200)
  })

  it('holds for who carries the ticket cookie and no other', async () => {
    const { server, code } = await startTwoFactorServer()
    const waiting = await passFirstStep(server)
    const bare = server.newBrowser()
    bare.cookies.set('sealpost_ticket', waiting.cookies.get('sealpost_ticket') ?? '')
    expect((await sendCode(bare, code())).statusCode).toBe(403)
  })
})
