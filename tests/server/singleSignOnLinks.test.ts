import { describe, expect, it } from 'vitest'
import { signInAtProvider } from '../../e2e/oidcProvider.ts'
import {
  callbackUrl,
  returnFromProvider,
  linkUser,
  sessionCookie,
  signInAs,
  startWithProvider,
} from './singleSignOn.ts'
import { addUser, type Browser, recipientKey, startTestServer, verifier, verifierSalt } from './testServer.ts'

const wrongVerifier = `v1.${'A'.repeat(43)}`

/** As the profile does it: password, then the provider's pages. */
async function linkAtProvider(browser: Browser, login: string) {
  const reply = await browser.post('/api/auth/oidc/link', { password: verifier })
  const { address } = reply.json<{ address: string }>()
  return returnFromProvider(browser, await signInAtProvider(address, login, callbackUrl))
}

const getProviderLink = async (browser: Browser) =>
  (await browser.get('/api/auth/oidc/link')).json<{ link: unknown }>()
const getProfile = (browser: Browser) => browser.get('/api/auth/users/me')
const signIn = (browser: Browser, username: string, password = verifier) =>
  browser.post('/api/auth/token', { username, password })

describe('linking in the profile', () => {
  it('lets in, from then on, whom the person was at the provider', async () => {
    const { server } = await startWithProvider()
    const anna = await server.signIn('anna')
    expect(await getProviderLink(anna)).toEqual({ provider: 'Example Login', link: null })
    expect((await linkAtProvider(anna, 'anna-at-work')).onward).toBe('/profile/security?sso=linked')
    expect((await getProfile(anna)).statusCode).toBe(200)
    expect(await getProviderLink(anna)).toEqual({
      provider: 'Example Login',
      link: {
        linked_at: expect.stringMatching(/^2/) as string,
        is_other_provider: false,
        is_only_way_in: false,
      },
    })
    const other = server.newBrowser()
    expect((await signInAs(other, 'anna-at-work')).onward).toBe('/login?sso=done')
    expect((await getProfile(other)).json()).toMatchObject({ user: { username: 'anna' } })
  })

  it('takes the password, and a session', async () => {
    const { server } = await startWithProvider()
    const anna = await server.signIn('anna')
    const reply = await anna.post('/api/auth/oidc/link', { password: wrongVerifier })
    expect([reply.statusCode, reply.json()]).toEqual([
      401,
      { detail: 'Incorrect password', code: 'badPassword' },
    ])
    expect((await server.newBrowser().post('/api/auth/oidc/link', { password: verifier })).statusCode).toBe(
      401,
    )
  })

  it('links nobody once the session that began it has ended, nor in another browser', async () => {
    const { server } = await startWithProvider()
    const anna = await server.signIn('anna')
    const { address } = (await anna.post('/api/auth/oidc/link', { password: verifier })).json<{
      address: string
    }>()
    const answer = await signInAtProvider(address, 'anna', callbackUrl)
    expect((await returnFromProvider(server.newBrowser(), answer)).onward).toBe('/login?sso=ended')
    await anna.post('/api/auth/logout')
    expect((await returnFromProvider(anna, answer)).onward).toBe('/profile/security?sso=ended')
    expect(await server.services.db.selectFrom('oidc_identity').selectAll().execute()).toEqual([])
  })

  it('opens no session by itself', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'bert', provider.issuer, 'bert')
    const anna = await server.signIn('anna')
    const before = anna.cookies.get(sessionCookie)
    expect((await linkAtProvider(anna, 'bert')).onward).toBe('/profile/security?sso=taken')
    expect(anna.cookies.get(sessionCookie)).toBe(before)
    // Nor does it take from the session what it needs for its calls.
    expect((await anna.post('/api/folders/', { title: 'Tax' })).statusCode).toBe(200)
    expect((await getProfile(anna)).json()).toMatchObject({ user: { username: 'anna' } })
  })

  it('keeps a person for one user, also of two at the same moment', async () => {
    const { server } = await startWithProvider()
    const browsers = [await server.signIn('anna'), await server.signIn('bert')]
    const outcomes = await Promise.all(
      browsers.map(async (one) => (await linkAtProvider(one, 'same')).onward),
    )
    expect(outcomes.sort()).toEqual(['/profile/security?sso=linked', '/profile/security?sso=taken'])
  })

  it('takes the place of the link before', async () => {
    const { server } = await startWithProvider()
    const anna = await server.signIn('anna')
    await linkAtProvider(anna, 'first')
    await linkAtProvider(anna, 'second')
    expect((await signInAs(server.newBrowser(), 'first')).onward).toBe('/login?sso=unknown')
    expect((await signInAs(server.newBrowser(), 'second')).onward).toBe('/login?sso=done')
  })
})

describe('unlinking in the profile', () => {
  it('ends what the provider has opened, and this session goes on under another id', async () => {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const [here, there] = [await server.newBrowser().signIn('anna'), server.newBrowser()]
    await signInAs(there, 'anna')
    const before = here.cookies.get(sessionCookie)
    expect((await here.post('/api/auth/oidc/unlink', { password: wrongVerifier })).statusCode).toBe(401)
    expect((await here.post('/api/auth/oidc/unlink', { password: verifier })).statusCode).toBe(204)
    expect(here.cookies.get(sessionCookie)).not.toBe(before)
    expect((await getProfile(here)).statusCode).toBe(200)
    expect((await getProfile(there)).statusCode).toBe(401)
    expect((await signInAs(there, 'anna')).onward).toBe('/login?sso=unknown')
  })

  it.each([
    ['who has a key password', { password_kind: 'key' as const }, false],
    ['whose password signs nobody in here', { password_kind: 'login' as const }, true],
  ])('is refused to %s: nothing else lets them in', async (_name, changes, only) => {
    const { provider, server } = await startWithProvider({ isPasswordForOperatorOnly: only })
    await linkUser(server, 'anna', provider.issuer, 'anna')
    await server.services.db.updateTable('user').set(changes).execute()
    const browser = server.newBrowser()
    await signInAs(browser, 'anna')
    expect(await getProviderLink(browser)).toMatchObject({ link: { is_only_way_in: true } })
    const reply = await browser.post('/api/auth/oidc/unlink', { password: verifier })
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, 'onlyWayIn'])
    expect((await signInAs(server.newBrowser(), 'anna')).onward).toBe('/login?sso=done')
  })

  it('overtakes a sign-in that has begun', async () => {
    const { provider, server } = await startWithProvider()
    const id = await linkUser(server, 'anna', provider.issuer, 'anna')
    const { db } = server.services
    const browser = server.newBrowser()
    const here = await server.newBrowser().signIn('anna')
    const answer = await signInAtProvider(
      String((await browser.get('/api/auth/oidc/start')).headers.location),
      'anna',
      callbackUrl,
    )
    await here.post('/api/auth/oidc/unlink', { password: verifier })
    expect((await returnFromProvider(browser, answer)).onward).toBe('/login?sso=unknown')
    expect(await db.selectFrom('session').select('user_id').execute()).toEqual([{ user_id: id }])
  })
})

describe('who signs in by the provider alone', () => {
  /** 'anna', as the command line makes her: without a password. */
  async function startForAnna() {
    const { provider, server } = await startWithProvider()
    await linkUser(server, 'anna', provider.issuer, 'anna')
    const nothing = {
      public_key_spki: null,
      encrypted_private_key: null,
      kdf_salt: null,
      kdf_iterations: null,
    }
    const { db } = server.services
    await db
      .updateTable('user')
      .set({
        password_kind: 'none',
        verifier_hash:
          '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        ...nothing,
      })
      .execute()
    const browser = server.newBrowser()
    await signInAs(browser, 'anna')
    return { server, browser }
  }

  const keyPassword = { new_password: verifier, salt: verifierSalt, iterations: 600_000 }

  it('sets a key password before a key pair is made', async () => {
    const { browser } = await startForAnna()
    expect((await getProfile(browser)).json()).toMatchObject({ user: { password_kind: 'none' } })
    const blob = {
      encryptedPrivateKey: 'A'.repeat(200),
      kdfSalt: verifierSalt,
      public_key_spki: recipientKey,
    }
    for (const reply of [
      await browser.put('/api/auth/public-key', { public_key_spki: recipientKey }),
      await browser.put('/api/auth/users/me/encrypted-key', blob),
      await browser.post('/api/auth/verify-password', { password: verifier }),
      await browser.post('/api/auth/oidc/unlink', { password: verifier }),
    ])
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, 'keyPasswordMissing'])

    const set = await browser.put('/api/auth/key-password', keyPassword)
    expect([set.statusCode, set.json()]).toMatchObject([200, { user: { password_kind: 'key' } }])
    expect((await browser.put('/api/auth/public-key', { public_key_spki: recipientKey })).statusCode).toBe(
      200,
    )
    expect((await browser.put('/api/auth/users/me/encrypted-key', blob)).statusCode).toBe(200)
  })

  it('is asked for the key password wherever the current password is asked for, and it signs nobody in', async () => {
    const { server, browser } = await startForAnna()
    await browser.put('/api/auth/key-password', keyPassword)
    const token = { name: 'nightly', scopes: ['files:read'], expires_in_days: 3 }
    for (const [path, body] of [
      ['/api/auth/verify-password', {}],
      ['/api/auth/api-tokens', token],
    ] as const) {
      expect((await browser.post(path, { password: wrongVerifier, ...body })).statusCode).toBe(401)
      expect((await browser.post(path, { password: verifier, ...body })).statusCode).toBe(200)
    }
    const stranger = server.newBrowser()
    const [right, mistaken] = [await signIn(stranger, 'anna'), await signIn(stranger, 'anna', wrongVerifier)]
    expect([right.statusCode, right.body]).toEqual([mistaken.statusCode, mistaken.body])
    expect([right.statusCode, right.json()]).toEqual([
      401,
      { detail: 'Incorrect username or password', code: 'badLogin' },
    ])
    expect(right.cookies.map(({ name }) => name)).not.toContain(sessionCookie)
  })

  it('changes it as every password is changed', async () => {
    const { browser } = await startForAnna()
    await browser.put('/api/auth/key-password', keyPassword)
    const change = { old_password: verifier, new_password: `v1.${'B'.repeat(43)}` }
    expect((await browser.post('/api/auth/change-password', change)).statusCode).toBe(200)
    expect((await getProfile(browser)).json()).toMatchObject({ user: { password_kind: 'key' } })
    const again = { ...keyPassword, new_password: wrongVerifier }
    expect((await browser.put('/api/auth/key-password', again)).json()).toMatchObject({
      code: 'keyPasswordSet',
    })
  })

  it('has one key password, also where two are set at the same moment', async () => {
    const { browser } = await startForAnna()
    const replies = await Promise.all(
      [verifier, wrongVerifier].map((new_password) =>
        browser.put('/api/auth/key-password', { ...keyPassword, new_password }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

it('keeps a key password from whoever has a login password', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const body = { new_password: wrongVerifier, salt: verifierSalt, iterations: 600_000 }
  expect((await browser.put('/api/auth/key-password', body)).json()).toMatchObject({ code: 'keyPasswordSet' })
  expect((await signIn(server.newBrowser(), 'admin')).statusCode).toBe(200)
})

describe('OIDC_ONLY', () => {
  it('lets the password of the operator in, and no other, in the words for a wrong one', async () => {
    const { provider, server } = await startWithProvider({ isPasswordForOperatorOnly: true })
    await linkUser(server, 'anna', provider.issuer, 'anna')
    await addUser(server.services, 'operator')
    await server.services.db
      .updateTable('user')
      .set({ is_operator: 1 })
      .where('username', '=', 'operator')
      .execute()
    expect((await server.newBrowser().get('/api/auth/sign-in')).json()).toEqual({
      provider: 'Example Login',
      passwords: 'operator',
    })
    const refused = await signIn(server.newBrowser(), 'anna')
    expect(refused.json()).toEqual({ detail: 'Incorrect username or password', code: 'badLogin' })
    expect(refused.body).toBe((await signIn(server.newBrowser(), 'operator', wrongVerifier)).body)
    expect((await signIn(server.newBrowser(), 'operator')).statusCode).toBe(200)
    expect((await signInAs(server.newBrowser(), 'anna')).onward).toBe('/login?sso=done')
  })
})
