import { describe, expect, it } from 'vitest'
import { createUserPasswords } from '../../server/security/userPasswords.ts'
import { changeVerifier, findUser, lockUnchangedUser } from '../../server/db/accounts/users.ts'
import { forSuite } from '../forSuite.ts'
import {
  addUser,
  otherRecipientKey,
  type Browser,
  password,
  recipientKey,
  startTestServer,
  type TestServer,
  verifier,
  verifierSalt,
} from './testServer.ts'
import type { Tables } from '../../server/db/schema.ts'
import { failWrites } from './failWrites.ts'
import { startTwoFactorServer } from './totp.ts'

const wrongVerifier = `v1.${'X'.repeat(43)}`
const newVerifier = `v1.${'N'.repeat(43)}`
const newSalt = Buffer.alloc(16, 9).toString('base64')
const newSealedKey = {
  encryptedPrivateKey: Buffer.alloc(100, 7).toString('base64'),
  kdfSalt: Buffer.alloc(16, 8).toString('base64'),
  kdfIterations: 600_000,
}
/** What `addUser` has stored. */
const oldSealedKey = {
  encryptedPrivateKey: Buffer.alloc(100, 1).toString('base64'),
  kdfSalt: Buffer.alloc(16, 2).toString('base64'),
  kdfIterations: 600_000,
}
const badPassword = { detail: 'Incorrect password', code: 'badPassword' }

const getProfile = (browser: Browser) => browser.get('/api/auth/users/me')
const updateProfile = (browser: Browser, body: object) => browser.put('/api/auth/users/me', body)
const changePassword = (browser: Browser, body: object) => browser.post('/api/auth/change-password', body)
const storedSealedKey = async (browser: Browser) =>
  (await browser.get('/api/auth/users/me/encrypted-key')).json<unknown>()

const canSignIn = async (server: TestServer, secret: string) => {
  const body = { username: 'admin', password: secret }
  return (await server.newBrowser().post('/api/auth/token', body)).statusCode === 200
}

const accountRows = async ({ services: { db } }: TestServer) => ({
  users: await db.selectFrom('user').selectAll().execute(),
  former: await db.selectFrom('former_key_pair').selectAll().execute(),
  sessions: (await db.selectFrom('session').selectAll().execute()).map((row) => row.token_hash),
  tickets: (await db.selectFrom('login_ticket').selectAll().execute()).map((row) => row.token_hash),
})

describe('a display name', () => {
  it('is read by whoever opens an upload link, until it is removed', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { link_token } = await browser.createFolder()
    const uploadStatus = async () =>
      (await server.newBrowser().get(`/api/upload/${link_token}/status`)).json<{ owner_name?: string }>()
    expect(await uploadStatus()).not.toHaveProperty('owner_name')
    const set = await updateProfile(browser, { current_password: verifier, display_name: ' Anna Berger ' })
    expect(set.json()).toMatchObject({ user: { display_name: 'Anna Berger' } })
    expect(await uploadStatus()).toMatchObject({ owner_name: 'Anna Berger' })
    const others = await updateProfile(browser, { current_password: verifier, email: 'anna@example.org' })
    expect(others.json()).toMatchObject({ user: { display_name: 'Anna Berger' } })
    await updateProfile(browser, { current_password: verifier, display_name: '' })
    expect(await uploadStatus()).not.toHaveProperty('owner_name')
    const { events } = (await browser.get('/api/audit')).json<{
      events: { kind: string; details: { changed?: string[] } }[]
    }>()
    expect(
      events.filter(({ kind }) => kind === 'profile-changed').map(({ details }) => details.changed),
    ).toEqual([['display_name'], ['email'], ['display_name']])
  })

  it.each([
    ['is too long', 'a'.repeat(101)],
    ['hides characters', 'Anna\u202egreB'],
    ['has lines', 'Anna\nBerger'],
  ])('that %s is refused, and needs the password', async (_, display_name) => {
    const browser = await (await startTestServer()).signIn()
    expect((await updateProfile(browser, { current_password: verifier, display_name })).statusCode).toBe(422)
    const guessed = await updateProfile(browser, { current_password: wrongVerifier, display_name: 'Anna' })
    expect(guessed.statusCode).toBe(401)
  })
})

/** A server for calls that are refused, and a signed-in browser; Bob is another account. */
const unchangedServer = forSuite(async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  await addUser(server.services, 'Bob')
  return { server, browser }
})

describe('PUT /api/auth/users/me', () => {
  it('changes what is sent and leaves the rest', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const email = await updateProfile(browser, { current_password: verifier, email: ' a@example.org ' })
    expect(email.statusCode).toBe(200)
    expect(email.json()).toMatchObject({ user: { username: 'admin', email: 'a@example.org' } })
    const name = await updateProfile(browser, { current_password: verifier, username: '  Zoë ' })
    expect(name.json()).toMatchObject({ user: { username: 'Zoë', email: 'a@example.org' } })
    const nothing = await updateProfile(browser, { current_password: verifier })
    expect(nothing.json()).toEqual(name.json())
    expect((await getProfile(browser)).json()).toEqual(name.json())
    await updateProfile(browser, { current_password: verifier, email: null })
    expect((await getProfile(browser)).json()).toMatchObject({ user: { username: 'Zoë', email: null } })
  })

  it('signs in under the new name from then on, with the same password', async () => {
    const server = await startTestServer()
    await updateProfile(await server.signIn(), { current_password: verifier, username: 'zoë' })
    const reply = await server.newBrowser().post('/api/auth/token', { username: 'ZOË', password })
    expect(reply.statusCode).toBe(200)
    expect(await canSignIn(server, verifier)).toBe(false)
    const prelogin = await server.newBrowser().post('/api/auth/prelogin', { username: 'Zoë' })
    expect(prelogin.json()).toMatchObject({ salt: verifierSalt })
  })

  it('takes a form, where a blank e-mail removes it', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    await updateProfile(browser, { current_password: verifier, email: 'a@example.org' })
    const reply = await browser.put('/api/auth/users/me', undefined, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ current_password: verifier, email: '' }).toString(),
    })
    expect(reply.json()).toMatchObject({ user: { email: null } })
  })

  it.each(['BOB', ' bob ', 'ｂｏｂ'])('refuses the name of another, also as %j', async (username) => {
    const { browser } = unchangedServer()
    const body = { current_password: verifier, username, email: 'x@example.org' }
    const reply = await updateProfile(browser, body)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual({ detail: 'This username is already taken.', code: 'usernameTaken' })
    expect((await getProfile(browser)).json()).toMatchObject({ user: { username: 'admin', email: null } })
  })

  it('lets everybody write their own name differently', async () => {
    const server = await startTestServer()
    const reply = await updateProfile(await server.signIn(), {
      current_password: verifier,
      username: 'Admin',
    })
    expect(reply.json()).toMatchObject({ user: { username: 'Admin' } })
  })

  it('needs the current password', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const wrong = await updateProfile(browser, { current_password: wrongVerifier, username: 'mallory' })
    expect([wrong.statusCode, wrong.json()]).toEqual([401, badPassword])
    const missing = await updateProfile(browser, { username: 'mallory' })
    expect(missing.statusCode).toBe(422)
    expect(missing.json()).toMatchObject({ detail: [{ loc: ['body', 'current_password'] }] })
    expect((await getProfile(browser)).json()).toMatchObject({ user: { username: 'admin' } })
  })

  it.each([
    ['a name of two characters', { username: ' ab ' }, 'Username must be at least 3 characters long.'],
    ['a name of 101 characters', { username: 'a'.repeat(101) }, expect.any(String) as string],
    ['an e-mail that is none', { email: 'a@' }, 'Please enter a valid e-mail address.'],
    ['a name that is null', { username: null }, expect.any(String) as string],
  ])('refuses %s', async (_name, wrong, msg) => {
    const { browser } = unchangedServer()
    const reply = await updateProfile(browser, { current_password: verifier, ...wrong })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ detail: [{ loc: ['body', Object.keys(wrong)[0]], msg }] })
    expect((await getProfile(browser)).json()).toMatchObject({ user: { username: 'admin', email: null } })
  })

  it('changes nobody else', async () => {
    const server = await startTestServer()
    await addUser(server.services, 'bob')
    const before = await findUser(server.services.db, 1)
    const browser = await server.signIn()
    await updateProfile(browser, { current_password: verifier, username: 'zoe', email: 'z@example.org' })
    expect(await findUser(server.services.db, 1)).toEqual(before)
  })
})

describe('POST /api/auth/change-password', () => {
  it('puts a derived value with its parameters in place of the old one', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const body = {
      old_password: verifier,
      new_password: newVerifier,
      salt: newSalt,
      iterations: 700_000,
    }
    const reply = await changePassword(browser, body)
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Password changed.' }])
    expect([await canSignIn(server, verifier), await canSignIn(server, newVerifier)]).toEqual([false, true])
    const prelogin = await server.newBrowser().post('/api/auth/prelogin', { username: 'admin' })
    expect(prelogin.json()).toEqual({ kdf: 'pbkdf2-sha256', iterations: 700_000, salt: newSalt })
  })

  it('keeps the parameters when none are sent', async () => {
    const server = await startTestServer()
    await changePassword(await server.signIn(), { old_password: verifier, new_password: newVerifier })
    expect(await canSignIn(server, newVerifier)).toBe(true)
    const prelogin = await server.newBrowser().post('/api/auth/prelogin', { username: 'admin' })
    expect(prelogin.json()).toMatchObject({ iterations: 600_000, salt: verifierSalt })
  })

  it('derives from a raw password, with fresh salt', async () => {
    const server = await startTestServer()
    const body = { old_password: password, new_password: 'another good one' }
    expect((await changePassword(await server.signIn(), body)).statusCode).toBe(200)
    expect([await canSignIn(server, password), await canSignIn(server, 'another good one')]).toEqual([
      false,
      true,
    ])
    const prelogin = await server.newBrowser().post('/api/auth/prelogin', { username: 'admin' })
    expect(prelogin.json()).toMatchObject({ iterations: 600_000 })
    expect(prelogin.json<{ salt: string }>().salt).not.toBe(verifierSalt)
  })

  it('takes a form', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const fields = {
      old_password: verifier,
      new_password: newVerifier,
      salt: newSalt,
      iterations: '600000',
    }
    const reply = await browser.post('/api/auth/change-password', undefined, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
    expect(reply.statusCode).toBe(200)
    expect(await canSignIn(server, newVerifier)).toBe(true)
  })

  it('changes verifier and sealed private key together, and keeps the old blob', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const body = { old_password: verifier, new_password: newVerifier, ...newSealedKey }
    expect((await changePassword(browser, body)).statusCode).toBe(200)
    expect(await storedSealedKey(browser)).toEqual(newSealedKey)
    expect((await getProfile(browser)).json()).toMatchObject({ user: { public_key_spki: recipientKey } })
    expect((await accountRows(server)).former).toMatchObject([
      {
        user_id: 1,
        public_key_spki: recipientKey,
        encrypted_private_key: oldSealedKey.encryptedPrivateKey,
        kdf_salt: oldSealedKey.kdfSalt,
        kdf_iterations: 600_000,
      },
    ])
  })

  it('leaves the blob where it is when none comes: the client saves it in a second call', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    await changePassword(browser, { old_password: verifier, new_password: newVerifier })
    expect(await storedSealedKey(browser)).toEqual(oldSealedKey)
    await browser.put('/api/auth/users/me/encrypted-key', newSealedKey)
    expect(await storedSealedKey(browser)).toEqual(newSealedKey)
    expect((await accountRows(server)).former).toMatchObject([
      { public_key_spki: recipientKey, encrypted_private_key: oldSealedKey.encryptedPrivateKey },
    ])
  })

  it('leaves a key that waits for its private key waiting', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    await browser.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
    await changePassword(browser, { old_password: verifier, new_password: newVerifier, ...newSealedKey })
    expect((await accountRows(server)).users).toMatchObject([
      { public_key_spki: recipientKey, pending_public_key_spki: otherRecipientKey },
    ])
  })

  it('takes no private key of a pair that is in force no more, and changes nothing', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const body = { old_password: verifier, new_password: newVerifier, ...newSealedKey }
    const before = await accountRows(server)
    const reply = await changePassword(browser, { ...body, public_key_spki: otherRecipientKey })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual({
      detail: expect.stringContaining('replaced') as string,
      code: 'keyPairReplaced',
    })
    expect(await accountRows(server)).toEqual(before)
    expect((await changePassword(browser, { ...body, public_key_spki: recipientKey })).statusCode).toBe(200)
    expect(await storedSealedKey(browser)).toEqual(newSealedKey)
  })

  it('refuses a private key without a public one, and changes nothing', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    await server.services.db
      .updateTable('user')
      .set({ public_key_spki: null, encrypted_private_key: null, kdf_salt: null, kdf_iterations: null })
      .execute()
    const before = await accountRows(server)
    const reply = await changePassword(browser, {
      old_password: verifier,
      new_password: newVerifier,
      ...newSealedKey,
    })
    expect(reply.statusCode).toBe(409)
    expect(await accountRows(server)).toEqual(before)
    expect(await canSignIn(server, verifier)).toBe(true)
  })

  it('ends every session but this one, which goes on under a new id, and every waiting login', async () => {
    const { server, browser, code } = await startTwoFactorServer()
    const here = browser.cookies.get('sealpost_session') ?? ''
    const elsewhere = server.newBrowser()
    await elsewhere.post('/api/auth/token', { username: 'admin', password: verifier })
    await elsewhere.post('/api/auth/token/2fa', { username: 'admin', code: code() })
    expect((await getProfile(elsewhere)).statusCode).toBe(200)
    const waiting = server.newBrowser()
    await waiting.post('/api/auth/token', { username: 'admin', password: verifier })
    const other = await server.signIn('other')

    await changePassword(browser, { old_password: verifier, new_password: newVerifier })
    expect(browser.cookies.get('sealpost_session')).not.toBe(here)
    expect((await getProfile(browser)).statusCode).toBe(200)
    expect((await updateProfile(browser, { current_password: newVerifier })).statusCode).toBe(200)
    const old = server.newBrowser()
    old.cookies.set('sealpost_session', here)
    for (const ended of [old, elsewhere]) {
      const reply = await getProfile(ended)
      expect([reply.statusCode, reply.json()]).toEqual([
        401,
        { detail: 'Session expired', code: 'sessionExpired' },
      ])
    }
    const reply = await waiting.post('/api/auth/token/2fa', { username: 'admin', code: code(1) })
    expect(reply.json()).toEqual({
      detail: 'This sign-in has expired. Please sign in again.',
      code: 'ticketEnded',
    })
    expect((await getProfile(other)).statusCode).toBe(200)
  })

  it('needs the old password', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const before = await accountRows(server)
    const wrong = await changePassword(browser, {
      old_password: wrongVerifier,
      new_password: newVerifier,
      ...newSealedKey,
    })
    expect([wrong.statusCode, wrong.json()]).toEqual([401, badPassword])
    expect(await accountRows(server)).toEqual(before)
  })

  it.each([
    ['no old password', { old_password: undefined }, 'old_password', 1],
    ['no new password', { new_password: undefined }, 'new_password', 1],
    ['a short raw password', { new_password: 'seven77' }, 'new_password', 1],
    ['the old password as it was sent', { new_password: verifier }, 'new_password', 1],
    ['the old password, raw', { new_password: password }, 'new_password', 1],
    ['a salt alone', { salt: newSalt }, 'iterations', 1],
    ['iterations alone', { iterations: 600_000 }, 'salt', 1],
    ['too few iterations', { salt: newSalt, iterations: 599_999 }, 'iterations', 1],
    ['too many iterations', { salt: newSalt, iterations: 5_000_001 }, 'iterations', 1],
    ['a short salt', { salt: 'AAAA', iterations: 600_000 }, 'salt', 1],
    ['a blob without its salt', { encryptedPrivateKey: newSealedKey.encryptedPrivateKey }, 'kdfSalt', 1],
    ['a salt without its blob', { kdfSalt: newSealedKey.kdfSalt }, 'encryptedPrivateKey', 1],
    ['iterations without their blob', { kdfIterations: 600_000 }, 'encryptedPrivateKey', 2],
    ['a blob that is too short', { ...newSealedKey, encryptedPrivateKey: 'AAAA' }, 'encryptedPrivateKey', 1],
    ['a blob of few iterations', { ...newSealedKey, kdfIterations: 1000 }, 'kdfIterations', 1],
  ])('refuses %s and changes nothing', async (_name, wrong, field, mistakes) => {
    const { server, browser } = unchangedServer()
    const before = await accountRows(server)
    const reply = await changePassword(browser, {
      old_password: verifier,
      new_password: newVerifier,
      ...wrong,
    })
    expect(reply.statusCode).toBe(422)
    const { detail } = reply.json<{ detail: { loc: string[]; msg: string }[] }>()
    expect(detail).toHaveLength(mistakes)
    expect(detail[0]?.loc).toEqual(['body', field])
    expect(await accountRows(server)).toEqual(before)
  })

  it('says what is wrong with a new password', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const says = async (new_password: string) =>
      (await changePassword(browser, { old_password: verifier, new_password })).json<{
        detail: { msg: string }[]
      }>().detail[0]?.msg
    expect(await says('seven77')).toBe('New password must be at least 8 characters long.')
    expect(await says(password)).toBe('New password cannot be the same as the old password.')
  })

  it('takes no raw password where the operator has turned that off, and names the field', async () => {
    const server = await startTestServer()
    const { db } = server.services
    const strict = await startTestServer({
      db,
      userPasswords: createUserPasswords(db, Buffer.alloc(32), false),
    })
    await addUser(server.services, 'admin')
    const browser = await strict.newBrowser().signIn('admin')
    for (const [field, body] of [
      ['old_password', { old_password: password, new_password: newVerifier }],
      ['new_password', { old_password: verifier, new_password: 'another good one' }],
    ] as const) {
      const reply = await changePassword(browser, body)
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({ detail: [{ loc: ['body', field] }] })
    }
    const reply = await updateProfile(browser, { current_password: password })
    expect(reply.json()).toMatchObject({ detail: [{ loc: ['body', 'current_password'] }] })
  })

  it.each<['insert' | 'update' | 'delete', keyof Tables]>([
    ['insert', 'former_key_pair'],
    ['update', 'user'],
    ['delete', 'session'],
    ['delete', 'login_ticket'],
    ['insert', 'session'],
  ])('changes nothing at all when a write fails: %s %s', async (operation, table) => {
    const { server, browser, code } = await startTwoFactorServer()
    const waiting = server.newBrowser()
    await waiting.post('/api/auth/token', { username: 'admin', password: verifier })
    const before = await accountRows(server)
    expect([before.sessions.length, before.tickets.length]).toEqual([1, 1])
    const { db } = server.services
    const mend = await failWrites(db, operation, table)
    const reply = await changePassword(browser, {
      old_password: verifier,
      new_password: newVerifier,
      salt: newSalt,
      iterations: 700_000,
      ...newSealedKey,
    })
    expect([reply.statusCode, reply.json()]).toEqual([
      500,
      { detail: 'Internal Server Error', code: 'internal' },
    ])
    expect(reply.cookies.map(({ name }) => name)).not.toContain('sealpost_session')
    await mend()

    expect(await accountRows(server)).toEqual(before)
    expect(await storedSealedKey(browser)).toEqual(oldSealedKey)
    expect((await waiting.post('/api/auth/token/2fa', { username: 'admin', code: code() })).statusCode).toBe(
      200,
    )
  })

  it('lets one of two in that change the same password at once', async () => {
    const server = await startTestServer()
    const first = await server.signIn()
    const second = await server.newBrowser().signIn('admin')
    const other = `v1.${'O'.repeat(43)}`
    const replies = await Promise.all([
      changePassword(first, { old_password: verifier, new_password: newVerifier }),
      changePassword(second, { old_password: verifier, new_password: other }),
    ])
    const codes = replies.map((reply) => reply.statusCode)
    expect([...codes].sort()).toEqual([200, 401])
    const [won, lost] = codes[0] === 200 ? [newVerifier, other] : [other, newVerifier]
    expect([await canSignIn(server, won), await canSignIn(server, lost)]).toEqual([true, false])
  })

  it('does not let a login through that overlaps with it', async () => {
    const { services } = await startTestServer()
    const { db } = services
    const user = await findUser(db, await addUser(services, 'admin'))
    await changeVerifier(db, user, { ...user, verifier_hash: 'another' })
    expect(await lockUnchangedUser(db, user)).toBe(false)
    const current = await findUser(db, user.id)
    await db.updateTable('user').set({ is_active: 0 }).execute()
    expect(await lockUnchangedUser(db, current)).toBe(false)
    await db.updateTable('user').set({ is_active: 1 }).execute()
    expect(await lockUnchangedUser(db, current)).toBe(true)
  })
})

describe('CSRF in the calls of an account', () => {
  it.each([
    ['PUT', '/api/auth/users/me', { current_password: verifier, username: 'mallory' }],
    ['POST', '/api/auth/change-password', { old_password: verifier, new_password: newVerifier }],
    ['POST', '/api/auth/2fa/setup', undefined],
    ['POST', '/api/auth/2fa/enable', { code: '123456' }],
    ['POST', '/api/auth/2fa/disable', { password: verifier }],
  ] as const)('refuses %s %s with a token that is missing, foreign or old', async (method, path, payload) => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const old = browser.cookies.get('csrftoken') ?? ''
    await browser.signIn('admin')
    const before = await accountRows(server)
    for (const token of ['', 'A'.repeat(43), old]) {
      const reply = await browser.send(method, path, {
        ...(payload && { payload }),
        headers: { 'x-csrftoken': token },
      })
      expect([reply.statusCode, reply.json()]).toEqual([
        403,
        { detail: 'CSRF validation failed', code: 'csrf' },
      ])
    }
    expect(await accountRows(server)).toEqual(before)
  })
})

describe('an administrator who is disabled', () => {
  it('is answered as if the password were wrong, and prelogin says what it said before', async () => {
    const server = await startTestServer()
    await addUser(server.services, 'admin')
    const fetchPrelogin = async () =>
      (await server.newBrowser().post('/api/auth/prelogin', { username: 'admin' })).body
    const before = await fetchPrelogin()
    await server.services.db.updateTable('user').set({ is_active: 0 }).execute()
    const attempt = (secret: string) =>
      server.newBrowser().post('/api/auth/token', { username: 'admin', password: secret })
    const [right, wrong] = [await attempt(verifier), await attempt(wrongVerifier)]
    expect([right.statusCode, right.body]).toEqual([
      401,
      '{"detail":"Incorrect username or password","code":"badLogin"}',
    ])
    expect([wrong.statusCode, wrong.body]).toEqual([right.statusCode, right.body])
    expect(right.cookies.map(({ name }) => name)).toEqual(wrong.cookies.map(({ name }) => name))
    expect(await fetchPrelogin()).toBe(before)
  })

  it('is out at once', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    await server.services.db.updateTable('user').set({ is_active: 0 }).execute()
    expect((await getProfile(browser)).json()).toEqual({ detail: 'Session expired', code: 'sessionExpired' })
  })
})
