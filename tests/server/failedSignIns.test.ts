import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { parseTrustProxy } from '../../server/http/ipAddresses.ts'
import { returnAddress, startDishonestProvider } from './dishonestProvider.ts'
import { beginSignOn, returnFromProvider, startWithIssuer } from './singleSignOn.ts'
import { startTestServer, verifier } from './testServer.ts'
import { startTwoFactorServer, wrongCode } from './totp.ts'

const [, failregexText = ''] =
  /^failregex = (.*)$/m.exec(await readFile('deploy/fail2ban/sealpost.conf', 'utf8')) ?? []
const failregex = new RegExp(failregexText.replace('<ADDR>', '([0-9a-f.:]+)'))

/** What fail2ban sees in the log. */
const bannedAddresses = (logged: string): string[] =>
  logged.split('\n').flatMap((line) => failregex.exec(line)?.slice(1, 2) ?? [])

it('a failed sign-in is one line with the address of the visitor, and nothing that was typed', async () => {
  const server = await startTestServer({ trustProxy: parseTrustProxy('10.0.0.0/8') })
  await server.signIn()
  const browser = server.newBrowser()
  await browser.get('/api/auth/users/me')
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  for (const username of ['admin', 'a-password-in-the-wrong-field'])
    await browser.post('/api/auth/token', { username, password: 'a-wrong-password' }, from('203.0.113.7'))
  await browser.post('/api/auth/token', { username: 'x', password: 'y' }, from('::ffff:203.0.113.8'))
  await browser.post('/api/auth/token', { username: 'x', password: 'y' }, from('2001:db8::9'))
  expect(bannedAddresses(server.logged())).toEqual([
    '203.0.113.7',
    '203.0.113.7',
    '203.0.113.8',
    '2001:db8::9',
  ])
  expect(server.logged()).not.toMatch(/wrong-field|a-wrong-password/)
})

it('and so is a wrong code, and not a right one', async () => {
  const { server, code } = await startTwoFactorServer()
  const browser = server.newBrowser()
  await browser.get('/api/auth/users/me')
  const say = (said: string) => browser.post('/api/auth/token/2fa', { username: 'admin', code: said })
  await browser.post('/api/auth/token', { username: 'admin', password: verifier })
  await say(wrongCode(code(-1), code(), code(1)))
  expect((await say(code())).statusCode).toBe(200)
  expect(bannedAddresses(server.logged())).toEqual([browser.address])
})

it('and so is somebody whom the provider knows, and nobody here', async () => {
  const provider = await startDishonestProvider()
  onTestFinished(provider.stop)
  const server = await startWithIssuer(provider.issuer)
  const browser = server.newBrowser()
  expect(
    (await returnFromProvider(browser, returnAddress(await beginSignOn(browser), 'nobody'))).onward,
  ).toBe('/login?sso=unknown')
  expect(bannedAddresses(server.logged())).toEqual([browser.address])
})

it('nobody has others banned by what they send', async () => {
  const server = await startTestServer()
  const forged = '"step":"password","address":"203.0.113.9","msg":"sign-in failed"}'
  await server.app.inject({
    url: `/api/upload/${encodeURIComponent(forged)}/status`,
    headers: { origin: forged },
  })
  await server.app.inject({
    ...{ method: 'POST', url: '/api/auth/prelogin', payload: { username: forged } },
    headers: { origin: `https://${forged}`, 'user-agent': forged },
  })
  server.app.log.warn({ said: forged }, forged)
  expect(server.logged()).toContain('203.0.113.9')
  expect(bannedAddresses(server.logged())).toEqual([])
})
