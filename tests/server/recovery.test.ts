import { describe, expect, it } from 'vitest'
import { failWrites } from './failWrites.ts'
import {
  otherRecipientKey,
  type Browser,
  recipientKey,
  startTestServer,
  type TestServer,
  verifier,
} from './testServer.ts'

const recoveryBoxUrl = '/api/auth/users/me/recovery-box'
const recoveryBox = (n: number) => Buffer.alloc(1300, n).toString('base64')
const storeBox = (browser: Browser, n: number, changes: object = {}) =>
  browser.put(recoveryBoxUrl, {
    password: verifier,
    recovery_box: recoveryBox(n),
    public_key_spki: recipientKey,
    ...changes,
  })
const getStoredBox = async (browser: Browser) =>
  (await browser.get(recoveryBoxUrl)).json<Record<string, string>>()
const codeMadeAt = async (browser: Browser) =>
  (await browser.get('/api/auth/users/me')).json<{ user: { recovery_code_made_at: string | null } }>().user
    .recovery_code_made_at
const sealedKeyBody = (n: number) => ({
  encryptedPrivateKey: Buffer.alloc(64, n).toString('base64'),
  kdfSalt: Buffer.alloc(16, n).toString('base64'),
  kdfIterations: 600_000,
})
const boxMissing = {
  detail: 'The server has no recovery code for your key pair.',
  code: 'recoveryBoxMissing',
}

async function startSignedIn(): Promise<{ server: TestServer; browser: Browser }> {
  const server = await startTestServer()
  return { server, browser: await server.signIn() }
}

describe('the box of a recovery code', () => {
  it('is kept as it was sent, with its date, and given back to its owner', async () => {
    const { browser } = await startSignedIn()
    expect(await codeMadeAt(browser)).toBeNull()
    const missing = await browser.get(recoveryBoxUrl)
    expect([missing.statusCode, missing.json()]).toEqual([404, boxMissing])
    const reply = await storeBox(browser, 1)
    expect(reply.statusCode).toBe(200)
    const date = await codeMadeAt(browser)
    expect(date).toMatch(/^\d{4}-.*Z$/)
    expect(reply.json()).toMatchObject({ user: { username: 'admin', recovery_code_made_at: date } })
    expect(await getStoredBox(browser)).toEqual({
      recovery_box: recoveryBox(1),
      made_at: date,
      public_key_spki: recipientKey,
    })
  })

  it('takes the place of the one before', async () => {
    const { browser } = await startSignedIn()
    await storeBox(browser, 1)
    await storeBox(browser, 2)
    expect((await getStoredBox(browser)).recovery_box).toBe(recoveryBox(2))
  })

  it('is stored and removed with the password alone', async () => {
    const { browser } = await startSignedIn()
    const wrong = { password: `v1.${'X'.repeat(43)}` }
    const refused = { detail: 'Incorrect password', code: 'badPassword' }
    const reply = await storeBox(browser, 1, wrong)
    expect([reply.statusCode, reply.json()]).toEqual([401, refused])
    expect(await getStoredBox(browser)).toEqual(boxMissing)
    await storeBox(browser, 1)
    const removal = await browser.post(`${recoveryBoxUrl}/delete`, wrong)
    expect([removal.statusCode, removal.json()]).toEqual([401, refused])
    expect((await getStoredBox(browser)).recovery_box).toBe(recoveryBox(1))
    const removed = await browser.post(`${recoveryBoxUrl}/delete`, { password: verifier })
    expect(removed.json()).toMatchObject({ user: { recovery_code_made_at: null } })
    expect(await getStoredBox(browser)).toEqual(boxMissing)
    // Nothing is there any more: a repeat is answered alike.
    expect((await browser.post(`${recoveryBoxUrl}/delete`, { password: verifier })).statusCode).toBe(200)
  })

  it('belongs to one user: nobody else is given it, overwrites it or removes it', async () => {
    const { server, browser } = await startSignedIn()
    await storeBox(browser, 1)
    const other = await server.signIn('other')
    expect(await getStoredBox(other)).toEqual(boxMissing)
    await storeBox(other, 2)
    await other.post(`${recoveryBoxUrl}/delete`, { password: verifier })
    expect((await getStoredBox(browser)).recovery_box).toBe(recoveryBox(1))
    expect(await codeMadeAt(other)).toBeNull()
    const stranger = server.newBrowser()
    await stranger.get('/api/auth/users/me')
    for (const reply of [
      await stranger.get(recoveryBoxUrl),
      await storeBox(stranger, 3),
      await stranger.post(`${recoveryBoxUrl}/delete`, { password: verifier }),
    ])
      expect(reply.statusCode).toBe(401)
    expect((await getStoredBox(browser)).recovery_box).toBe(recoveryBox(1))
  })

  it('is of the key in force: 409 for another, and what was there stays', async () => {
    const { browser } = await startSignedIn()
    await storeBox(browser, 1)
    const reply = await storeBox(browser, 2, { public_key_spki: otherRecipientKey })
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'keyPairReplaced' }])
    expect((await getStoredBox(browser)).recovery_box).toBe(recoveryBox(1))
  })

  it.each([
    ['no base64', '!'.repeat(100)],
    ['too short', 'AAAA'],
    ['too long', 'A'.repeat(32 * 1024)],
  ])('is refused when it is %s', async (_, recovery_box) => {
    const { browser } = await startSignedIn()
    expect((await storeBox(browser, 1, { recovery_box })).statusCode).toBe(422)
    expect(await codeMadeAt(browser)).toBeNull()
  })

  it('stays when the key is sealed anew, by a change of password or otherwise', async () => {
    const { browser } = await startSignedIn()
    await storeBox(browser, 1)
    const put = await browser.put('/api/auth/users/me/encrypted-key', {
      ...sealedKeyBody(3),
      public_key_spki: recipientKey,
    })
    expect(put.json()).toMatchObject({ user: { recovery_code_made_at: await codeMadeAt(browser) } })
    await browser.post('/api/auth/change-password', {
      ...{ old_password: verifier, new_password: `v1.${'N'.repeat(43)}` },
      ...sealedKeyBody(4),
    })
    expect((await getStoredBox(browser)).recovery_box).toBe(recoveryBox(1))
  })

  it('goes with its key: another that comes into force has none, and the answer says so', async () => {
    const { browser } = await startSignedIn()
    await storeBox(browser, 1)
    await browser.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
    // It only waits so far.
    expect((await getStoredBox(browser)).recovery_box).toBe(recoveryBox(1))
    const reply = await browser.put('/api/auth/users/me/encrypted-key', sealedKeyBody(5))
    expect(reply.json()).toMatchObject({
      user: { public_key_spki: otherRecipientKey, recovery_code_made_at: null },
    })
    expect(await getStoredBox(browser)).toEqual(boxMissing)
    // The former pair comes back without it.
    await browser.put('/api/auth/users/me/encrypted-key', {
      ...sealedKeyBody(6),
      public_key_spki: recipientKey,
    })
    expect(await getStoredBox(browser)).toEqual(boxMissing)
  })

  it('is as it was when the database fails', async () => {
    const { server, browser } = await startSignedIn()
    await storeBox(browser, 1)
    const mend = await failWrites(server.services.db, 'update', 'user')
    expect((await storeBox(browser, 2)).statusCode).toBe(500)
    expect((await browser.post(`${recoveryBoxUrl}/delete`, { password: verifier })).statusCode).toBe(500)
    await mend()
    expect((await getStoredBox(browser)).recovery_box).toBe(recoveryBox(1))
  })
})
