import { describe, expect, it } from 'vitest'
import { otherRecipientKey, Browser, recipientKey, startTestServer, type TestServer } from './testServer.ts'
import { failWrites } from './failWrites.ts'

const sealedKeyBody = (n: number) => ({
  encryptedPrivateKey: Buffer.alloc(64, n).toString('base64'),
  kdfSalt: Buffer.alloc(16, n).toString('base64'),
})

async function signInWithoutKeys(server: TestServer): Promise<{ browser: Browser; link: string }> {
  const browser = await server.signIn()
  await server.services.db
    .updateTable('user')
    .set({ public_key_spki: null, encrypted_private_key: null, kdf_salt: null, kdf_iterations: null })
    .execute()
  return { browser, link: (await browser.createFolder()).link_token }
}

const fetchUploadKey = async (server: TestServer, link: string) =>
  (await server.app.inject(`/api/upload/${link}/public-key`)).json<Record<string, string>>()

describe('a key pair', () => {
  it('is served to uploaders only once its sealed private key is stored', async () => {
    const server = await startTestServer()
    const { browser, link } = await signInWithoutKeys(server)
    const missing = {
      detail: 'Recipient public key is missing or not configured.',
      code: 'recipientKeyMissing',
    }
    expect((await browser.get('/api/auth/users/me')).json()).toMatchObject({ user: { key_pair: 'none' } })
    expect(await fetchUploadKey(server, link)).toEqual(missing)

    const step1 = await browser.put('/api/auth/public-key', { public_key_spki: recipientKey })
    expect(step1.json()).toMatchObject({ user: { public_key_spki: recipientKey, key_pair: 'incomplete' } })
    expect(await fetchUploadKey(server, link)).toEqual(missing)

    const step2 = await browser.put('/api/auth/users/me/encrypted-key', sealedKeyBody(1))
    expect(step2.json()).toMatchObject({ user: { public_key_spki: recipientKey, key_pair: 'complete' } })
    expect(await fetchUploadKey(server, link)).toEqual({ public_key_spki: recipientKey })
    expect((await browser.get('/api/auth/users/me/encrypted-key')).json()).toEqual({
      ...sealedKeyBody(1),
      kdfIterations: 250_000,
    })
  })

  it('stays in force while a new one is incomplete', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { link_token } = await browser.createFolder()
    const keyPair = async () =>
      (await browser.get('/api/auth/users/me')).json<{ user: { key_pair: string } }>().user.key_pair
    expect(await keyPair()).toBe('complete')
    await browser.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
    expect(await fetchUploadKey(server, link_token)).toEqual({ public_key_spki: recipientKey })
    expect(await keyPair()).toBe('renewing')
    expect((await browser.get('/api/auth/public-key')).json()).toEqual({ public_key_spki: recipientKey })
    await browser.put('/api/auth/users/me/encrypted-key', { ...sealedKeyBody(2), kdfIterations: 600_000 })
    expect(await fetchUploadKey(server, link_token)).toEqual({ public_key_spki: otherRecipientKey })
    expect((await browser.get('/api/auth/users/me/encrypted-key')).json()).toEqual({
      ...sealedKeyBody(2),
      kdfIterations: 600_000,
    })
  })

  it('keeps its key when only its blob is sealed anew', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const reply = await browser.put('/api/auth/users/me/encrypted-key', sealedKeyBody(3))
    expect(reply.json()).toMatchObject({ user: { public_key_spki: recipientKey } })
  })

  it('that is only sealed anew does not come back when another is in force by now', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { link_token } = await browser.createFolder()
    await browser.put('/api/auth/users/me/encrypted-key', {
      ...sealedKeyBody(6),
      public_key_spki: otherRecipientKey,
    })
    const former = { ...sealedKeyBody(7), public_key_spki: recipientKey, in_force: recipientKey }
    const reply = await browser.put('/api/auth/users/me/encrypted-key', former)
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'keyPairReplaced' }])
    expect(await fetchUploadKey(server, link_token)).toEqual({ public_key_spki: otherRecipientKey })
    expect((await browser.get('/api/auth/users/me/encrypted-key')).json()).toMatchObject(sealedKeyBody(6))
    const present = { ...sealedKeyBody(8), public_key_spki: otherRecipientKey, in_force: otherRecipientKey }
    expect((await browser.put('/api/auth/users/me/encrypted-key', present)).statusCode).toBe(200)
  })

  it('that is to be the first replaces none', async () => {
    const server = await startTestServer()
    const browser = await server.signIn('other')
    const first = { ...sealedKeyBody(9), public_key_spki: otherRecipientKey, in_force: null }
    const refused = await browser.put('/api/auth/users/me/encrypted-key', first)
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'keyPairReplaced' }])
    const { browser: newcomer } = await signInWithoutKeys(server)
    const stored = await newcomer.put('/api/auth/users/me/encrypted-key', first)
    expect(stored.json()).toMatchObject({ user: { public_key_spki: otherRecipientKey } })
  })

  it('of old comes back into force with its blob at once, and nothing waits any longer', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { link_token } = await browser.createFolder()
    await browser.put('/api/auth/public-key', { public_key_spki: recipientKey })
    await browser.put('/api/auth/users/me/encrypted-key', {
      ...sealedKeyBody(4),
      public_key_spki: otherRecipientKey,
    })
    expect(await fetchUploadKey(server, link_token)).toEqual({ public_key_spki: otherRecipientKey })
    await browser.put('/api/auth/users/me/encrypted-key', sealedKeyBody(5))
    expect(await fetchUploadKey(server, link_token)).toEqual({ public_key_spki: otherRecipientKey })
  })

  it('that is replaced is kept as it was, and so is one whose private key is sealed anew', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    await server.signIn('other')
    const former = () =>
      server.services.db
        .selectFrom('former_key_pair')
        .select(['user_id', 'public_key_spki', 'encrypted_private_key', 'kdf_salt', 'kdf_iterations'])
        .orderBy('id')
        .execute()
    const row = (public_key_spki: string, n: number, kdf_iterations = 250_000) => ({
      user_id: 1,
      public_key_spki,
      encrypted_private_key: sealedKeyBody(n).encryptedPrivateKey,
      kdf_salt: sealedKeyBody(n).kdfSalt,
      kdf_iterations,
    })
    await browser.put('/api/auth/users/me/encrypted-key', { ...sealedKeyBody(6), kdfIterations: 600_000 })
    const [first, ...more] = await former()
    expect(first).toMatchObject({ user_id: 1, public_key_spki: recipientKey })
    expect(more).toEqual([])

    // A repeat replaces nothing.
    await browser.put('/api/auth/users/me/encrypted-key', { ...sealedKeyBody(6), kdfIterations: 600_000 })
    expect(await former()).toEqual([first])

    await browser.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
    expect(await former()).toEqual([first])
    await browser.put('/api/auth/users/me/encrypted-key', sealedKeyBody(7))
    expect(await former()).toEqual([first, row(recipientKey, 6, 600_000)])
    await browser.put('/api/auth/users/me/encrypted-key', {
      ...sealedKeyBody(6),
      public_key_spki: recipientKey,
    })
    expect(await former()).toEqual([first, row(recipientKey, 6, 600_000), row(otherRecipientKey, 7)])
  })

  it('is not replaced when what was there before cannot be kept', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const before = (await browser.get('/api/auth/users/me/encrypted-key')).body
    await failWrites(server.services.db, 'insert', 'former_key_pair')
    expect((await browser.put('/api/auth/users/me/encrypted-key', sealedKeyBody(8))).statusCode).toBe(500)
    expect((await browser.get('/api/auth/users/me/encrypted-key')).body).toBe(before)
  })

  it('that is the first leaves nothing to keep', async () => {
    const server = await startTestServer()
    const { browser } = await signInWithoutKeys(server)
    await browser.put('/api/auth/public-key', { public_key_spki: recipientKey })
    await browser.put('/api/auth/users/me/encrypted-key', sealedKeyBody(1))
    expect(await server.services.db.selectFrom('former_key_pair').selectAll().execute()).toEqual([])
  })

  it('cannot begin with its private key', async () => {
    const server = await startTestServer()
    const { browser } = await signInWithoutKeys(server)
    expect((await browser.put('/api/auth/users/me/encrypted-key', sealedKeyBody(1))).statusCode).toBe(409)
    const reply = await browser.get('/api/auth/users/me/encrypted-key')
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({
      detail: 'Encrypted key data not found on server. Please generate or restore keys in your profile.',
      code: 'keyDataMissing',
    })
  })

  it.each([
    ['no base64', 'äöü'],
    ['no key', Buffer.from('no key').toString('base64')],
    ['nothing', ''],
  ])('is refused when the public key is %s', async (_name, public_key_spki) => {
    const server = await startTestServer()
    const browser = await server.signIn()
    expect((await browser.put('/api/auth/public-key', { public_key_spki })).statusCode).toBe(422)
  })

  it.each([
    ['a short blob', { encryptedPrivateKey: 'AAAA' }],
    ['a short salt', { kdfSalt: 'AAAA' }],
    ['few iterations', { kdfIterations: 1000 }],
    ['a public key that is none', { public_key_spki: 'AAAA' }],
  ])('is refused with %s', async (_name, wrong) => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const reply = await browser.put('/api/auth/users/me/encrypted-key', { ...sealedKeyBody(1), ...wrong })
    expect(reply.statusCode).toBe(422)
  })
})
