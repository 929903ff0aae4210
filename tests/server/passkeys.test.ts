import { describe, expect, it } from 'vitest'
import type { Passkey } from '../../contract/schemas/passkeys.ts'
import { maxPasskeys } from '../../contract/limits.ts'
import { failWrites } from './failWrites.ts'
import {
  otherRecipientKey,
  type Browser,
  recipientKey,
  startTestServer,
  type TestServer,
  verifier,
} from './testServer.ts'

const passkeysUrl = '/api/auth/passkeys'
const wrapBytes = (n: number) => Buffer.alloc(1300, n).toString('base64')
const credentialId = (n: number) => Buffer.alloc(32, n).toString('base64url')
const newPasskeyBody = (n: number) => ({
  password: verifier,
  name: `Laptop ${n}`,
  credential_id: credentialId(n),
  rp_id: 'files.example.org',
  transports: ['internal', 'hybrid'],
  wrap: wrapBytes(n),
  public_key_spki: recipientKey,
})
const addPasskey = (browser: Browser, n: number, changes: object = {}) =>
  browser.post(passkeysUrl, { ...newPasskeyBody(n), ...changes })
const addedPasskey = async (browser: Browser, n: number) => (await addPasskey(browser, n)).json<Passkey>()
const listPasskeys = async (browser: Browser) => (await browser.get(passkeysUrl)).json<Passkey[]>()
const fetchWrap = (browser: Browser, id: number) => browser.post(`${passkeysUrl}/${id}/wrap`)
const refusalOf = (reply: { statusCode: number; json: () => unknown }) => [
  reply.statusCode,
  (reply.json() as { code?: string }).code,
]
const listEvents = async (browser: Browser) =>
  (await browser.get('/api/audit')).json<{ events: { kind: string; details: { name?: string } }[] }>().events
const sealedKeyBody = (n: number) => ({
  encryptedPrivateKey: Buffer.alloc(64, n).toString('base64'),
  kdfSalt: Buffer.alloc(16, n).toString('base64'),
  kdfIterations: 600_000,
})
const encryptedKeyUrl = '/api/auth/users/me/encrypted-key'

async function startSignedIn(): Promise<{ server: TestServer; browser: Browser }> {
  const server = await startTestServer()
  return { server, browser: await server.signIn() }
}

describe('a passkey', () => {
  it('is listed without its wrap, the newest first', async () => {
    const { browser } = await startSignedIn()
    expect(await listPasskeys(browser)).toEqual([])
    const first = await addedPasskey(browser, 1)
    const { name, credential_id, rp_id, transports } = newPasskeyBody(1)
    expect(first).toEqual({
      ...{ name, credential_id, rp_id, transports },
      id: expect.any(Number) as number,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      last_used_at: null,
    })
    const second = await addedPasskey(browser, 2)
    expect(await listPasskeys(browser)).toEqual([second, first])
  })

  it('has its wrap given back as it was sent, after the use was noted', async () => {
    const { server, browser } = await startSignedIn()
    const { id } = await addedPasskey(browser, 1)
    const reply = await fetchWrap(browser, id)
    expect(reply.json()).toEqual({ wrap: wrapBytes(1), public_key_spki: recipientKey })
    const [{ last_used_at } = { last_used_at: null }] = await listPasskeys(browser)
    expect(last_used_at).toMatch(/^\d{4}-.*Z$/)
    expect((await listEvents(browser))[0]).toMatchObject({
      kind: 'passkey-wrap-fetched',
      details: { name: 'Laptop 1' },
    })
    server.passTime(60)
    const mend = await failWrites(server.services.db, 'insert', 'audit_event')
    const unseen = await fetchWrap(browser, id)
    expect([unseen.statusCode, unseen.body.includes(wrapBytes(1))]).toEqual([500, false])
    await mend()
    expect((await listPasskeys(browser))[0]?.last_used_at).toBe(last_used_at)
  })

  it('is added, renamed and removed with the password alone', async () => {
    const { browser } = await startSignedIn()
    const wrong = { password: `v1.${'X'.repeat(43)}` }
    expect(refusalOf(await addPasskey(browser, 1, wrong))).toEqual([401, 'badPassword'])
    const passkey = await addedPasskey(browser, 1)
    expect(refusalOf(await browser.put(`${passkeysUrl}/${passkey.id}`, { ...wrong, name: 'Phone' }))).toEqual(
      [401, 'badPassword'],
    )
    expect(refusalOf(await browser.post(`${passkeysUrl}/${passkey.id}/delete`, wrong))).toEqual([
      401,
      'badPassword',
    ])
    expect(await listPasskeys(browser)).toEqual([passkey])

    const renamed = await browser.put(`${passkeysUrl}/${passkey.id}`, { password: verifier, name: ' Phone ' })
    expect(renamed.json()).toEqual({ ...passkey, name: 'Phone' })
    const removed = await browser.post(`${passkeysUrl}/${passkey.id}/delete`, { password: verifier })
    expect(removed.statusCode).toBe(204)
    expect(await listPasskeys(browser)).toEqual([])
    expect(refusalOf(await fetchWrap(browser, passkey.id))).toEqual([404, 'passkeyNotFound'])
    const kinds = (await listEvents(browser)).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['passkey-added', 'passkey-renamed', 'passkey-removed']))
  })

  it('belongs to one user: nobody else is given its wrap, renames it or removes it', async () => {
    const { server, browser } = await startSignedIn()
    const passkey = await addedPasskey(browser, 1)
    const other = await server.signIn('other')
    expect(await listPasskeys(other)).toEqual([])
    for (const reply of [
      await fetchWrap(other, passkey.id),
      await other.put(`${passkeysUrl}/${passkey.id}`, { password: verifier, name: 'Mine' }),
      await other.post(`${passkeysUrl}/${passkey.id}/delete`, { password: verifier }),
    ])
      expect(refusalOf(reply)).toEqual([404, 'passkeyNotFound'])
    // Ids are drawn by authenticators: those of two people are not compared.
    expect((await addPasskey(other, 1)).statusCode).toBe(200)
    const stranger = server.newBrowser()
    await stranger.get('/api/auth/users/me')
    for (const reply of [
      await stranger.get(passkeysUrl),
      await addPasskey(stranger, 3),
      await fetchWrap(stranger, passkey.id),
    ])
      expect(reply.statusCode).toBe(401)
    expect(await listPasskeys(browser)).toEqual([passkey])
  })

  it('signs nobody in, and changes nothing of the session', async () => {
    const { server, browser } = await startSignedIn()
    const { id } = await addedPasskey(browser, 1)
    const stranger = server.newBrowser()
    await stranger.get('/api/auth/users/me')
    expect((await fetchWrap(stranger, id)).statusCode).toBe(401)
    expect((await stranger.get('/api/auth/users/me')).statusCode).toBe(401)
  })

  it('is of the key in force: 409 for another', async () => {
    const { browser } = await startSignedIn()
    expect(refusalOf(await addPasskey(browser, 1, { public_key_spki: otherRecipientKey }))).toEqual([
      409,
      'keyPairReplaced',
    ])
    expect(await listPasskeys(browser)).toEqual([])
  })

  it('is stored once: a repeat is refused, and what was there stays', async () => {
    const { browser } = await startSignedIn()
    const passkey = await addedPasskey(browser, 1)
    const again = await addPasskey(browser, 1, { wrap: wrapBytes(9) })
    expect(refusalOf(again)).toEqual([409, 'passkeyKnown'])
    expect(await listPasskeys(browser)).toEqual([passkey])
    expect((await fetchWrap(browser, passkey.id)).json()).toMatchObject({ wrap: wrapBytes(1) })
  })

  it('is one of at most ten of a person', async () => {
    const { server, browser } = await startSignedIn()
    for (let n = 0; n < maxPasskeys; n++) expect((await addPasskey(browser, n)).statusCode).toBe(200)
    expect(refusalOf(await addPasskey(browser, maxPasskeys))).toEqual([409, 'tooManyPasskeys'])
    expect(await listPasskeys(browser)).toHaveLength(maxPasskeys)
    expect((await addPasskey(await server.signIn('other'), 1)).statusCode).toBe(200)
  })

  it.each([
    ['a wrap that is no base64', { wrap: '!'.repeat(100) }],
    ['a wrap that is too short', { wrap: 'AAAA' }],
    ['a wrap that is too long', { wrap: 'A'.repeat(32 * 1024) }],
    ['no id', { credential_id: '' }],
    ['an id that is no base64url', { credential_id: 'a+/=' }],
    ['an id that is too long', { credential_id: 'A'.repeat(1365) }],
    ['no host', { rp_id: '' }],
    ['a host with a port', { rp_id: 'files.example.org:443' }],
    ['a host that is too long', { rp_id: 'a'.repeat(254) }],
    ['too many transports', { transports: Array<string>(11).fill('usb') }],
    ['a transport that is none', { transports: ['<b>'] }],
    ['a blank name', { name: '  ' }],
    ['a name that is too long', { name: 'a'.repeat(101) }],
    ['a name with characters that cannot be seen', { name: 'Lap\u202Etop' }],
    ['what the authenticator derived', { prf: 'A'.repeat(43) }],
  ])('is refused with %s', async (_, changes) => {
    const { browser } = await startSignedIn()
    expect((await addPasskey(browser, 1, changes)).statusCode).toBe(422)
    expect(await listPasskeys(browser)).toEqual([])
  })
})

describe('the passkeys of a key', () => {
  it('stay when it is sealed anew, by a change of password or otherwise', async () => {
    const { browser } = await startSignedIn()
    const passkey = await addedPasskey(browser, 1)
    await browser.put(encryptedKeyUrl, { ...sealedKeyBody(3), public_key_spki: recipientKey })
    await browser.put(encryptedKeyUrl, {
      ...sealedKeyBody(4),
      public_key_spki: recipientKey,
      in_force: recipientKey,
    })
    const change = { old_password: verifier, new_password: `v1.${'N'.repeat(43)}`, ...sealedKeyBody(5) }
    const changed = await browser.post('/api/auth/change-password', {
      ...change,
      public_key_spki: recipientKey,
    })
    expect(changed.statusCode).toBe(200)
    expect(await listPasskeys(browser)).toEqual([passkey])
    expect((await fetchWrap(browser, passkey.id)).json()).toMatchObject({ wrap: wrapBytes(1) })
  })

  it('go with it: another that comes into force has none, nor has the former one that comes back', async () => {
    const { server, browser } = await startSignedIn()
    const other = await server.signIn('other')
    const ofOther = await addedPasskey(other, 1)
    const passkey = await addedPasskey(browser, 1)
    await addPasskey(browser, 2, { rp_id: 'old.example.org' })
    await browser.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
    // It only waits so far.
    expect(await listPasskeys(browser)).toHaveLength(2)
    await browser.put(encryptedKeyUrl, sealedKeyBody(6))
    expect(await listPasskeys(browser)).toEqual([])
    expect(refusalOf(await fetchWrap(browser, passkey.id))).toEqual([404, 'passkeyNotFound'])
    await browser.put(encryptedKeyUrl, { ...sealedKeyBody(7), public_key_spki: recipientKey })
    expect(await listPasskeys(browser)).toEqual([])
    expect(await listPasskeys(other)).toEqual([ofOther])
  })

  it('are as they were when the database fails, and so is the key', async () => {
    const { server, browser } = await startSignedIn()
    const passkey = await addedPasskey(browser, 1)
    const mend = await failWrites(server.services.db, 'delete', 'passkey')
    expect(
      (await browser.put(encryptedKeyUrl, { ...sealedKeyBody(8), public_key_spki: otherRecipientKey }))
        .statusCode,
    ).toBe(500)
    await mend()
    expect(await listPasskeys(browser)).toEqual([passkey])
    expect((await fetchWrap(browser, passkey.id)).json()).toMatchObject({ public_key_spki: recipientKey })
  })
})
