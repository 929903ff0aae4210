import { describe, expect, it } from 'vitest'
import { signInAtProvider } from '../../e2e/oidcProvider.ts'
import {
  attemptCookie,
  beginSignOn,
  callbackUrl,
  returnFromProvider,
  linkUser,
  sessionCookie,
  signInAs,
  startWithIssuer,
  startWithProvider,
} from './singleSignOn.ts'
import { addUser, Browser, startTestServer, verifier } from './testServer.ts'
import { fromBase32, totp } from './totp.ts'

const getProfile = (browser: Browser) => browser.get('/api/auth/users/me')

describe('sign-in by a provider', () => {
  it('opens a session as every sign-in makes it, for the user who is linked', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna-at-work')
    const browser = server.newBrowser()
    const { reply, onward } = await signInAs(browser, 'anna-at-work', '/folders/view/7?a=b')
    expect(reply.statusCode).toBe(200)
    expect(onward).toBe('/login?sso=done&redirect=%2Ffolders%2Fview%2F7%3Fa%3Db')
    expect(reply.cookies).toContainEqual(
      expect.objectContaining({
        ...{ name: sessionCookie, httpOnly: true, secure: true, sameSite: 'Strict', path: '/' },
        maxAge: 7 * 24 * 3600,
      }),
    )
    expect((await getProfile(browser)).json()).toMatchObject({ user: { username: 'anna' } })
    expect((await browser.post('/api/auth/logout')).statusCode).toBe(204)
    expect((await getProfile(browser)).statusCode).toBe(401)
  })

  it('asks with state, nonce and PKCE, and binds them to the browser by a cookie that is Lax', async () => {
    const { server } = await startWithProvider()
    const reply = await server.newBrowser().get('/api/auth/oidc/start')
    const asked = new URL(String(reply.headers.location)).searchParams
    expect(Object.fromEntries(asked)).toEqual({
      ...{ client_id: 'sealpost', response_type: 'code', scope: 'openid', redirect_uri: callbackUrl },
      ...{ state: expect.stringMatching(/^[\w-]{43}$/) as string, code_challenge_method: 'S256' },
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    const cookie = reply.cookies.find(({ name }) => name === attemptCookie)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/', maxAge: 600 })
    for (const value of ['state', 'nonce', 'code_challenge'])
      expect(cookie?.value).not.toContain(asked.get(value) ?? '?')
  })

  it('goes on by a page of its own that loads and runs nothing', async () => {
    const { server } = await startWithProvider()
    const { reply } = await returnFromProvider(server.newBrowser(), `${callbackUrl}?code=x&state=y`)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(reply.body).not.toMatch(/<script|<style|javascript:/i)
  })

  it('takes the place of the session that its browser had', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const browser = await server.newBrowser().signIn('anna')
    const before = new Browser(server.app)
    for (const [name, value] of browser.cookies) before.cookies.set(name, value)
    await signInAs(browser, 'anna')
    expect((await getProfile(browser)).statusCode).toBe(200)
    expect((await getProfile(before)).statusCode).toBe(401)
  })

  it('lets in by issuer and `sub` alone: an equal address or name is nobody, and nobody is made', async () => {
    const { provider, server } = await startWithProvider({ scopes: 'openid email' })
    const id = await linkUser(server, 'anna', 'https://other.example.org', 'anna')
    await addUser(server.services, 'admin')
    await server.services.db.updateTable('user').set({ email: 'admin@example.org' }).execute()
    for (const login of ['admin', 'anna']) {
      const browser = server.newBrowser()
      const { onward } = await signInAs(browser, login)
      expect(onward).toBe('/login?sso=unknown')
      expect((await getProfile(browser)).statusCode).toBe(401)
    }
    const { db } = server.services
    expect(await db.selectFrom('user').select('id').execute()).toHaveLength(2)
    expect(await db.selectFrom('oidc_identity').select('user_id').execute()).toEqual([{ user_id: id }])
    expect(provider.issuer).not.toContain('other.example.org')
  })

  it('refuses who is disabled, in the words for who is unknown', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    await server.services.db.updateTable('user').set({ is_active: 0 }).execute()
    const browser = server.newBrowser()
    expect((await signInAs(browser, 'anna')).onward).toBe('/login?sso=unknown')
    expect(browser.cookies.has(sessionCookie)).toBe(false)
  })

  it('still asks who has a second factor here for its code', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const first = await server.newBrowser().signIn('anna')
    const { secret } = (await first.post('/api/auth/2fa/setup')).json<{ secret: string }>()
    const codeAt = (offset: number) => totp(fromBase32(secret), Date.now() / 1000 + offset)
    await first.post('/api/auth/2fa/enable', { code: codeAt(0) })

    const browser = server.newBrowser()
    expect((await signInAs(browser, 'anna', '/profile')).onward).toBe('/login?sso=code&redirect=%2Fprofile')
    expect((await getProfile(browser)).statusCode).toBe(401)
    const reply = await browser.post('/api/auth/token/2fa', { code: codeAt(30) })
    expect(reply.json()).toMatchObject({ user: { username: 'anna' } })
    expect((await getProfile(browser)).statusCode).toBe(200)
  })
})

describe('a way to the provider', () => {
  it('counts in the browser that began it, and there once', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const [anna, victim] = [server.newBrowser(), server.newBrowser()]
    const answer = await signInAtProvider(await beginSignOn(anna), 'anna', callbackUrl)

    expect((await returnFromProvider(victim, answer)).onward, 'without a way').toBe('/login?sso=ended')
    await beginSignOn(victim)
    expect((await returnFromProvider(victim, answer)).onward, 'with another').toBe('/login?sso=ended')
    expect(victim.cookies.has(sessionCookie)).toBe(false)
    expect(victim.cookies.has(attemptCookie), 'its own way goes on').toBe(true)

    const copied = anna.cookies.get(attemptCookie) ?? ''
    expect((await returnFromProvider(anna, answer)).onward).toBe('/login?sso=done')
    expect((await returnFromProvider(anna, answer)).onward, 'once more').toBe('/login?sso=ended')
    victim.cookies.set(attemptCookie, copied)
    expect((await returnFromProvider(victim, answer)).onward, 'with a copied cookie').toBe(
      '/login?sso=refused',
    )
    expect(victim.cookies.has(sessionCookie)).toBe(false)
  })

  it('may end at another instance than it began at', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const { db, counters, userPasswords, csrfSecret, singleSignOn } = server.services
    const other = await startWithIssuer(
      provider.issuer,
      {},
      { db, counters, userPasswords, csrfSecret, singleSignOn },
    )
    const browser = server.newBrowser()
    const answer = await signInAtProvider(await beginSignOn(browser), 'anna', callbackUrl)
    const there = other.newBrowser()
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    expect((await returnFromProvider(there, answer)).onward).toBe('/login?sso=done')
    browser.cookies.set(sessionCookie, there.cookies.get(sessionCookie) ?? '')
    expect((await getProfile(browser)).json()).toMatchObject({ user: { username: 'anna' } })
  })

  it('ends after ten minutes', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const browser = server.newBrowser()
    const answer = await signInAtProvider(await beginSignOn(browser), 'anna', callbackUrl)
    server.passTime(601)
    expect((await returnFromProvider(browser, answer)).onward).toBe('/login?sso=ended')
  })

  it('is not begun by another site', async () => {
    const { server } = await startWithProvider()
    for (const site of ['cross-site', 'same-site']) {
      const browser = server.newBrowser()
      const reply = await browser.get('/api/auth/oidc/start', { headers: { 'sec-fetch-site': site } })
      expect([reply.statusCode, reply.headers.location]).toEqual([303, '/login'])
      expect(browser.cookies.has(attemptCookie)).toBe(false)
    }
  })

  it('has a cookie that nobody else can make or change', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const browser = server.newBrowser()
    const answer = await signInAtProvider(await beginSignOn(browser), 'anna', callbackUrl)
    const cookie = browser.cookies.get(attemptCookie) ?? ''
    const [random = '', , mac = ''] = cookie.split('.')
    const forged = { kind: 'link', session: 'x', user: 1, until: Date.now() + 1e6 }
    const purpose = Buffer.from(JSON.stringify(forged)).toString('base64url')
    for (const planted of [
      `${random}.${purpose}.${mac}`,
      `${random}.${purpose}`,
      cookie.slice(1),
      '..',
      '',
    ]) {
      browser.cookies.set(attemptCookie, planted)
      expect((await returnFromProvider(browser, answer)).onward, planted).toBe('/login?sso=ended')
    }
  })

  it.each([
    'https://evil.example.org/',
    '//evil.example.org',
    '/\\evil.example.org',
    '\\\\evil.example.org',
    '/.//evil.example.org',
    '/a/..//evil.example.org',
    '/%2e//evil.example.org',
    '/\t/evil.example.org',
    '/\n/evil.example.org',
    'javascript:alert(1)',
    ' /\\evil.example.org',
    '/api/auth/logout',
    '/login?redirect=/x',
    `/${'a'.repeat(2000)}`,
    '',
  ])('never leads to %j', async (to) => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    expect((await signInAs(server.newBrowser(), 'anna', to)).onward).toBe('/login?sso=done')
  })

  it('carries no markup of an address into its page', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const { reply, onward } = await signInAs(server.newBrowser(), 'anna', `/x"'><script>alert(1)</script>`)
    expect(reply.body).not.toContain('<script')
    const redirect = new URL(onward, 'http://x').searchParams.get('redirect') ?? ''
    expect(redirect).toMatch(/^\/x%22/)
  })

  it('is limited for a visitor who never arrives, and not for who signs in', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const browser = server.newBrowser()
    for (let n = 0; n < 118; n++) await beginSignOn(browser)
    for (let n = 0; n < 2; n++) expect((await signInAs(browser, 'anna')).onward).toBe('/login?sso=done')
    for (let n = 0; n < 2; n++) await beginSignOn(browser)
    const refused = await browser.get('/api/auth/oidc/start')
    expect([refused.statusCode, refused.headers.location]).toEqual([303, '/login?sso=busy'])
  })
})

describe('a provider that does not answer', () => {
  it('stops neither the server nor other sign-ins, and is asked again', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const browser = server.newBrowser()
    const answer = await signInAtProvider(await beginSignOn(browser), 'anna', callbackUrl)
    await provider.stop()
    expect((await returnFromProvider(browser, answer)).onward).toBe('/login?sso=unavailable')
    expect((await server.newBrowser().signIn('anna')).cookies.has(sessionCookie)).toBe(true)

    const down = await startWithIssuer(provider.issuer)
    for (let n = 0; n < 2; n++) {
      const reply = await down.newBrowser().get('/api/auth/oidc/start')
      expect([reply.statusCode, reply.headers.location]).toEqual([303, '/login?sso=unavailable'])
    }
    expect(down.logged()).toContain('single sign-on failed')
  })
})

describe('a server without a provider', () => {
  it('says so, and begins nothing', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    expect((await browser.get('/api/auth/sign-in')).json()).toEqual({
      provider: null,
      passwords: 'everybody',
    })
    for (const path of ['/api/auth/oidc/start', '/api/auth/oidc/callback?code=x&state=y'])
      expect((await browser.get(path)).statusCode).toBe(404)
    expect((await browser.post('/api/auth/oidc/link', { password: verifier })).json()).toMatchObject({
      code: 'singleSignOnOff',
    })
  })
})

it('leaves no code, token, state or nonce in the log', async () => {
  const { provider, server } = await startWithProvider()
  await linkUser(server, 'anna', provider.issuer, 'anna')
  const secrets: string[] = ['the secret of the client']
  for (const login of ['anna', 'nobody']) {
    const browser = server.newBrowser()
    const address = await beginSignOn(browser)
    const answer = await signInAtProvider(address, login, callbackUrl)
    secrets.push(...browser.cookies.values())
    for (const url of [address, answer])
      for (const [name, value] of new URL(url).searchParams)
        if (['code', 'state', 'nonce', 'code_challenge'].includes(name)) secrets.push(value)
    await returnFromProvider(browser, answer)
    // Also where the provider refuses it.
    await returnFromProvider(browser, answer)
    secrets.push(...browser.cookies.values())
  }
  expect(secrets.length).toBeGreaterThan(12)
  expect(server.logged()).toContain('/api/auth/oidc/callback')
  for (const secret of secrets) expect(server.logged()).not.toContain(secret)
})
