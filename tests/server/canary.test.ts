import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { readEveryRow, readFolder } from './readStored.ts'
import { otherRecipientKey, Browser, password, verifier } from './testServer.ts'
import { startTwoFactorServer } from './totp.ts'
import { createLink, linkVerifier, protectedLink } from './links.ts'
import { uploadForm } from './uploads.ts'

/** The forms in which a secret could lie somewhere. */
const encodingsOf = (secret: string): Buffer[] => {
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

it('leaves neither password nor verifier, token or code in database, disk or log', async () => {
  const { server, browser, secret: totpSecret, code } = await startTwoFactorServer()
  const session = browser.cookies.get('sealpost_session') ?? '?'
  await browser.put('/api/auth/users/me', { current_password: verifier, email: 'a@example.org' })
  const newPassword = 'another canary of a password'
  await browser.post('/api/auth/change-password', { old_password: verifier, new_password: newPassword })
  const waiting = new Browser(server.app)
  await waiting.post('/api/auth/token', { username: 'admin', password: newPassword })
  const ticket = waiting.cookies.get('sealpost_ticket') ?? '?'
  await waiting.post('/api/auth/token/2fa', { username: 'admin', code: code(-5) })
  await waiting.post('/api/auth/token/2fa', { username: 'admin', code: code() })
  await browser.post('/api/auth/verify-password', { password: verifier })
  await browser.post('/api/auth/verify-password', { password: `v1.${'C'.repeat(43)}` })
  await browser.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
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

  const places = [
    Buffer.from(server.logged()),
    await readEveryRow(server.services.db),
    ...(await readFolder(server.dataDir)),
  ]
  // The search itself works: the name is there.
  expect(places.some((place) => place.includes('admin'))).toBe(true)
  expect(places[0]?.length).toBeGreaterThan(1000)
  const tokens = [session, ticket, waiting.cookies.get('sealpost_session') ?? '?']
  for (const secret of [password, verifier, newPassword, linkVerifier, passed, ...tokens]) {
    for (const disguise of encodingsOf(secret)) {
      expect(places.some((place) => place.includes(disguise))).toBe(false)
    }
  }
  // The database has to know this one; nothing else may.
  for (const disguise of encodingsOf(totpSecret)) expect(places[0]?.includes(disguise)).toBe(false)
  expect(server.logged()).not.toMatch(new RegExp(`\\b(${code()}|${code(-5)})\\b`))
})
