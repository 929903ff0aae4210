import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { anotherKey, Browser, password, startTestServer, verifier } from './testServer.ts'
import { createLink, linkVerifier, protectedLink } from './links.ts'
import { uploadForm } from './uploads.ts'

/** The forms in which a secret could lie somewhere. */
const disguises = (secret: string): Buffer[] => {
  const bytes = Buffer.from(secret)
  return [
    bytes,
    Buffer.from(encodeURIComponent(secret)),
    Buffer.from(bytes.toString('base64')),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(bytes.toReversed()),
    createHash('sha256').update(bytes).digest(),
    Buffer.from(createHash('sha256').update(bytes).digest('hex')),
  ]
}

it('leaves neither password nor verifier nor session token in database, disk or log', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  await browser.post('/api/auth/verify-password', { password: verifier })
  await browser.post('/api/auth/verify-password', { password: `v1.${'C'.repeat(43)}` })
  await browser.put('/api/auth/public-key', { public_key_spki: anotherKey })
  const { link_token } = await browser.createFolder()
  const url = `/api/upload/${link_token}`
  await server.app.inject({ method: 'POST', url, ...uploadForm({ files: [{ name: 'a' }] }) })
  await new Browser(server.app).post('/api/auth/token', { username: 'admin', password: [verifier] })
  const link = await createLink(browser, protectedLink([1]))
  const recipient = new Browser(server.app)
  await recipient.post(`/api/download/${link.link_token}/verify-password`, { password: linkVerifier })
  await recipient.post(`/api/download/${link.link_token}/verify-password`, { password: [linkVerifier] })
  const [, passed = '?'] = [...recipient.cookies].find(([name]) => name.includes('download')) ?? []
  await browser.send('POST', '/api/auth/token', {
    payload: `{"password":"${verifier}"`,
    headers: { 'content-type': 'application/json' },
  })

  const places = [Buffer.from(server.logged())]
  for (const entry of await readdir(server.dataDir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) places.push(await readFile(join(entry.parentPath, entry.name)))
  }
  // The search itself works: the name is there.
  expect(places.some((place) => place.includes('admin'))).toBe(true)
  expect(places[0]?.length).toBeGreaterThan(1000)
  const session = browser.cookies.get('sealpost_session') ?? '?'
  for (const secret of [password, verifier, session, linkVerifier, passed]) {
    for (const disguise of disguises(secret)) {
      expect(places.some((place) => place.includes(disguise))).toBe(false)
    }
  }
})
