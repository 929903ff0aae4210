import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { detail } from '../../../contract/errors.ts'
import { unavailable } from '../../../server/errors.ts'
import { mostHashings, mostStretchings, turns } from '../../../server/security/derivations.ts'
import { createRateLimits } from '../../../server/security/rateLimits.ts'
import { password, startTestServer, verifier, type TestServer } from '../testServer.ts'

const busy = expect.objectContaining({ statusCode: 503, retryAfterSeconds: 5 }) as Error

it('one derivation is done at a time, so many wait in their order, and what comes beyond that is refused', async () => {
  const turn = turns(3)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const take = (n: number) =>
    turn(async () => {
      begun.push(n)
      await new Promise<void>((end) => ends.push(end))
      return n
    })
  const taken = [1, 2, 3, 4].map(take)
  await expect(take(5)).rejects.toEqual(busy)
  expect(begun).toEqual([1])
  ends[0]?.()
  expect(await taken[0]).toBe(1)
  expect(begun).toEqual([1, 2])
  taken.push(take(6))
  await expect(take(7)).rejects.toEqual(busy)
  for (let i = 1; i < 5; i++) {
    ends[i]?.()
    await taken[i]
  }
  expect(begun).toEqual([1, 2, 3, 4, 6])
})

it('a derivation that fails lets the next one begin', async () => {
  const turn = turns(1)
  const failed = turn(() => Promise.reject(new Error('no memory')))
  const next = turn(() => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('no memory')
  expect(await next).toBe('done')
  expect(await turn(() => Promise.resolve('again'))).toBe('again')
})

const signIn = ({ app }: TestServer, username: string, remoteAddress: string, given: string) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/token',
    remoteAddress,
    payload: { username, password: given },
  })

it('raw passwords beyond those that wait are 503 with Retry-After, and keep no page from signing in', async () => {
  const server = await startTestServer()
  await server.signIn()
  const flood = Array.from({ length: 60 }, (_, i) => signIn(server, `user ${i}`, '203.0.113.7', password))
  const page = await signIn(server, 'admin', '198.51.100.1', verifier)
  expect(page.statusCode).toBe(200)
  const replies = await Promise.all(flood)
  const taken = replies.filter(({ statusCode }) => statusCode === 401)
  const refused = replies.filter(({ statusCode }) => statusCode === 503)
  expect([taken.length, refused.length]).toEqual([1 + mostStretchings, 59 - mostStretchings])
  expect(refused[0]?.headers['retry-after']).toBe('5')
  expect(refused[0]?.json()).toMatchObject({ code: 'busy' })
  // Nothing was tried by those: they count as no attempts, and are no failures of the server.
  expect((await server.services.counters.get('login 203.0.113.7'))?.points).toBe(taken.length)
  expect(server.logged()).not.toContain('request failed')
})

it('so are verifiers, beyond far more of them', async () => {
  const server = await startTestServer()
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) => signIn(server, 'nobody', `198.51.100.${i}`, verifier)),
  )
  const taken = replies.filter(({ statusCode }) => statusCode === 401).length
  expect(taken).toBeGreaterThan(mostHashings)
  expect(replies.filter(({ statusCode }) => statusCode === 503)).toHaveLength(100 - taken)
})

it('what was not looked at leaves the attempts before it as they were', async () => {
  const { services } = await startTestServer()
  const { login } = createRateLimits(services.counters)
  const request = { ip: '203.0.113.7' } as FastifyRequest
  const attempt = (error: Error) => login.attempt(request, 'admin', () => Promise.reject(error))
  for (let i = 0; i < 4; i++) await attempt(new Error('wrong')).catch(() => undefined)
  const points = async () => (await services.counters.get('login 203.0.113.7'))?.points
  for (let i = 0; i < 3; i++) await expect(attempt(unavailable(detail.busy, 5))).rejects.toEqual(busy)
  expect(await points()).toBe(4)
  // The fifth that is looked at is the first that has to be waited after.
  await expect(attempt(new Error('wrong'))).rejects.toThrow('wrong')
  await expect(attempt(new Error('wrong'))).rejects.toMatchObject({ statusCode: 429 })
  expect(await points()).toBe(5)
})
