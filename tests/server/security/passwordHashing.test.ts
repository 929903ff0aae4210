import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { errorDetails } from '../../../contract/errors.ts'
import { unavailable } from '../../../server/http/errors.ts'
import {
  maxQueuedHashings,
  maxQueuedHashingsPerPrincipal,
  maxQueuedStretchingsPerPrincipal,
} from '../../../server/security/passwordHashing.ts'
import { createRateLimits } from '../../../server/security/rateLimits.ts'
import { password, startTestServer, verifier, verifierSalt, type TestServer } from '../testServer.ts'

const busyError = expect.objectContaining({ statusCode: 503, retryAfterSeconds: 5 }) as Error

const signIn = ({ app }: TestServer, username: string, remoteAddress: string, given: string) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/token',
    remoteAddress,
    payload: { username, password: given },
  })

/** Resolves when one of them is put off, while others wait for their turn. */
const expectOneRefused = (replies: readonly ReturnType<typeof signIn>[]) =>
  Promise.any(replies.map(async (reply) => expect((await reply).statusCode).toBe(503)))

it('raw passwords of one visitor beyond those that wait are 503 with Retry-After, and keep no page or other visitor from signing in', async () => {
  const server = await startTestServer()
  await server.signIn()
  const flood = Array.from({ length: 60 }, (_, i) => signIn(server, `user ${i}`, '203.0.113.7', password))
  const page = await signIn(server, 'admin', '198.51.100.1', verifier)
  expect(page.statusCode).toBe(200)
  await expectOneRefused(flood)
  expect((await signIn(server, 'admin', '198.51.100.1', password)).statusCode).toBe(200)
  const replies = await Promise.all(flood)
  const taken = replies.filter(({ statusCode }) => statusCode === 401)
  const busy = replies.filter(({ statusCode }) => statusCode === 503)
  // Where one is done before all have come, another is taken.
  expect(taken.length).toBeGreaterThan(maxQueuedStretchingsPerPrincipal)
  expect(taken.length + busy.length).toBe(flood.length)
  expect(busy[0]?.headers['retry-after']).toBe('5')
  expect(busy[0]?.json()).toMatchObject({ code: 'busy' })
  // Nothing was tried by those: they count as no attempts, and are no failures of the server.
  expect((await server.services.counters.get('login 203.0.113.7'))?.points).toBe(taken.length)
  expect(server.logged()).not.toContain('request failed')
})

it('so are verifiers, beyond far more of them', { tags: 'thorough' }, async () => {
  const server = await startTestServer()
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) => signIn(server, 'nobody', `198.51.100.${i}`, verifier)),
  )
  const taken = replies.filter(({ statusCode }) => statusCode === 401).length
  expect(taken).toBeGreaterThan(maxQueuedHashings)
  expect(replies.filter(({ statusCode }) => statusCode === 503)).toHaveLength(100 - taken)
})

it('one account that has hashes made, however many, keeps nobody from signing in', async () => {
  const server = await startTestServer()
  const [busy, other] = [await server.signIn('busy'), await server.signIn('other')]
  const folder = (n: number) => ({ title: `${n}`, link_password: 'a password' })
  const flood = Array.from({ length: 100 }, (_, n) => busy.post('/api/folders/', folder(n)))
  await expectOneRefused(flood)
  expect((await signIn(server, 'other', '198.51.100.1', verifier)).statusCode).toBe(200)
  expect((await other.post('/api/folders/', folder(0))).statusCode).toBe(200)
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(maxQueuedHashingsPerPrincipal)
})

it('the password of a link is hashed only where its maker may open the files', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const link = {
    file_ids: [1],
    password: verifier,
    password_kdf: { kdf: 'pbkdf2-sha256', salt: verifierSalt, iterations: 600_000 },
    expiration_date: null,
    reencrypted_keys_json: JSON.stringify({ 1: `${'A'.repeat(80)}:${'A'.repeat(80)}` }),
  }
  const replies = await Promise.all(
    Array.from({ length: 80 }, () => browser.post('/api/download/links', link)),
  )
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
})

it('what was not looked at leaves the attempts before it as they were', async () => {
  const { services } = await startTestServer()
  const { login } = createRateLimits(services.counters)
  const request = { ip: '203.0.113.7' } as FastifyRequest
  const attempt = (error: Error) => login.attempt(request, 'admin', () => Promise.reject(error))
  for (let i = 0; i < 4; i++) await attempt(new Error('wrong')).catch(() => undefined)
  const points = async () => (await services.counters.get('login 203.0.113.7'))?.points
  for (let i = 0; i < 3; i++)
    await expect(attempt(unavailable(errorDetails.busy, 5))).rejects.toEqual(busyError)
  expect(await points()).toBe(4)
  // The fifth that is looked at is the first that has to be waited after.
  await expect(attempt(new Error('wrong'))).rejects.toThrow('wrong')
  await expect(attempt(new Error('wrong'))).rejects.toMatchObject({ statusCode: 429 })
  expect(await points()).toBe(5)
})
