import { describe, expect, it } from 'vitest'
import { failWrites } from './failWrites.ts'
import {
  anotherKey,
  type Browser,
  recipientKey,
  startTestServer,
  type TestServer,
  verifier,
} from './testServer.ts'

const url = '/api/auth/users/me/recovery-box'
const box = (n: number) => Buffer.alloc(1300, n).toString('base64')
const store = (browser: Browser, n: number, changes: object = {}) =>
  browser.put(url, { password: verifier, recovery_box: box(n), public_key_spki: recipientKey, ...changes })
const stored = async (browser: Browser) => (await browser.get(url)).json<Record<string, string>>()
const madeAt = async (browser: Browser) =>
  (await browser.get('/api/auth/users/me')).json<{ user: { recovery_code_made_at: string | null } }>().user
    .recovery_code_made_at
const blob = (n: number) => ({
  encryptedPrivateKey: Buffer.alloc(64, n).toString('base64'),
  kdfSalt: Buffer.alloc(16, n).toString('base64'),
  kdfIterations: 600_000,
})
const none = { detail: 'The server has no recovery code for your key pair.', code: 'recoveryBoxMissing' }

async function signedIn(): Promise<{ server: TestServer; browser: Browser }> {
  const server = await startTestServer()
  return { server, browser: await server.signIn() }
}

describe('the box of a recovery code', () => {
  it('is kept as it was sent, with its date, and given back to its owner', async () => {
    const { browser } = await signedIn()
    expect(await madeAt(browser)).toBeNull()
    const missing = await browser.get(url)
    expect([missing.statusCode, missing.json()]).toEqual([404, none])
    const reply = await store(browser, 1)
    expect(reply.statusCode).toBe(200)
    const date = await madeAt(browser)
    expect(date).toMatch(/^\d{4}-.*Z$/)
    expect(reply.json()).toMatchObject({ user: { username: 'admin', recovery_code_made_at: date } })
    expect(await stored(browser)).toEqual({
      recovery_box: box(1),
      made_at: date,
      public_key_spki: recipientKey,
    })
  })

  it('takes the place of the one before', async () => {
    const { browser } = await signedIn()
    await store(browser, 1)
    await store(browser, 2)
    expect((await stored(browser)).recovery_box).toBe(box(2))
  })

  it('is stored and removed with the password alone', async () => {
    const { browser } = await signedIn()
    const wrong = { password: `v1.${'X'.repeat(43)}` }
    const refused = { detail: 'Incorrect password', code: 'badPassword' }
    const reply = await store(browser, 1, wrong)
    expect([reply.statusCode, reply.json()]).toEqual([401, refused])
    expect(await stored(browser)).toEqual(none)
    await store(browser, 1)
    const removal = await browser.post(`${url}/delete`, wrong)
    expect([removal.statusCode, removal.json()]).toEqual([401, refused])
    expect((await stored(browser)).recovery_box).toBe(box(1))
    const removed = await browser.post(`${url}/delete`, { password: verifier })
    expect(removed.json()).toMatchObject({ user: { recovery_code_made_at: null } })
    expect(await stored(browser)).toEqual(none)
    // Nothing is there any more: a repeat is answered alike.
    expect((await browser.post(`${url}/delete`, { password: verifier })).statusCode).toBe(200)
  })

  it('belongs to one user: nobody else is given it, overwrites it or removes it', async () => {
    const { server, browser } = await signedIn()
    await store(browser, 1)
    const other = await server.signIn('other')
    expect(await stored(other)).toEqual(none)
    await store(other, 2)
    await other.post(`${url}/delete`, { password: verifier })
    expect((await stored(browser)).recovery_box).toBe(box(1))
    expect(await madeAt(other)).toBeNull()
    const stranger = server.newBrowser()
    await stranger.get('/api/auth/users/me')
    for (const reply of [
      await stranger.get(url),
      await store(stranger, 3),
      await stranger.post(`${url}/delete`, { password: verifier }),
    ])
      expect(reply.statusCode).toBe(401)
    expect((await stored(browser)).recovery_box).toBe(box(1))
  })

  it('is of the key in force: 409 for another, and what was there stays', async () => {
    const { browser } = await signedIn()
    await store(browser, 1)
    const reply = await store(browser, 2, { public_key_spki: anotherKey })
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'keyPairReplaced' }])
    expect((await stored(browser)).recovery_box).toBe(box(1))
  })

  it.each([
    ['no base64', '!'.repeat(100)],
    ['too short', 'AAAA'],
    ['too long', 'A'.repeat(32 * 1024)],
  ])('is refused when it is %s', async (_, recovery_box) => {
    const { browser } = await signedIn()
    expect((await store(browser, 1, { recovery_box })).statusCode).toBe(422)
    expect(await madeAt(browser)).toBeNull()
  })

  it('stays when the key is sealed anew, by a change of password or otherwise', async () => {
    const { browser } = await signedIn()
    await store(browser, 1)
    const put = await browser.put('/api/auth/users/me/encrypted-key', {
      ...blob(3),
      public_key_spki: recipientKey,
    })
    expect(put.json()).toMatchObject({ user: { recovery_code_made_at: await madeAt(browser) } })
    await browser.post('/api/auth/change-password', {
      ...{ old_password: verifier, new_password: `v1.${'N'.repeat(43)}` },
      ...blob(4),
    })
    expect((await stored(browser)).recovery_box).toBe(box(1))
  })

  it('goes with its key: another that comes into force has none, and the answer says so', async () => {
    const { browser } = await signedIn()
    await store(browser, 1)
    await browser.put('/api/auth/public-key', { public_key_spki: anotherKey })
    // It only waits so far.
    expect((await stored(browser)).recovery_box).toBe(box(1))
    const reply = await browser.put('/api/auth/users/me/encrypted-key', blob(5))
    expect(reply.json()).toMatchObject({
      user: { public_key_spki: anotherKey, recovery_code_made_at: null },
    })
    expect(await stored(browser)).toEqual(none)
    // The former pair comes back without it.
    await browser.put('/api/auth/users/me/encrypted-key', { ...blob(6), public_key_spki: recipientKey })
    expect(await stored(browser)).toEqual(none)
  })

  it('is as it was when the database fails', async () => {
    const { server, browser } = await signedIn()
    await store(browser, 1)
    const mend = await failWrites(server.services.db, 'update', 'user')
    expect((await store(browser, 2)).statusCode).toBe(500)
    expect((await browser.post(`${url}/delete`, { password: verifier })).statusCode).toBe(500)
    await mend()
    expect((await stored(browser)).recovery_box).toBe(box(1))
  })
})
