import type { FastifyRequest, InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { networkLimitFactor } from '../../server/http/ipAddresses.ts'
import { createRateLimits } from '../../server/security/rateLimits.ts'
import { tokenHash } from '../../server/util/tokens.ts'
import { addUser, startTestServer, verifier, type TestServer } from './testServer.ts'
import { newBatchId, uploadForm } from './uploads.ts'

const wrongVerifier = `v1.${'C'.repeat(43)}`

/** The clock of the counters is the system's; only dates are replaced, timers go on. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
const passTime = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

function signInFrom(server: TestServer, from = '203.0.113.7') {
  return (username: string, password: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/token',
      remoteAddress: from,
      payload: { username, password },
    })
}

describe('attempts to sign in', () => {
  it('wait longer with each that is wrong, up to a quarter of an hour, and are told how long', async () => {
    const server = await startTestServer()
    await server.signIn()
    const attempt = signInFrom(server)
    const waits: number[] = []
    for (let i = 0; i < 16; i++) {
      const reply = await attempt('admin', wrongVerifier)
      expect(reply.statusCode).toBe(401)
      const refused = await attempt('admin', verifier)
      if (refused.statusCode === 200) {
        waits.push(0)
        // It was right, which makes up for the wrong one; so go there again.
        for (let j = 0; j < i; j++) await attempt('admin', wrongVerifier)
        await attempt('admin', wrongVerifier)
        continue
      }
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toEqual({
        detail: 'Too many requests. Please try again later.',
        code: 'tooManyRequests',
      })
      const wait = Number(refused.headers['retry-after'])
      waits.push(wait)
      passTime(wait - 1)
      expect((await attempt('admin', verifier)).statusCode).toBe(429)
      passTime(1)
    }
    expect(waits).toEqual([0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  it('are bounded however many come at once; the right user gets in from elsewhere, and later from there', async () => {
    const server = await startTestServer()
    await server.signIn()
    const attempt = signInFrom(server)
    const replies = await Promise.all(Array.from({ length: 300 }, () => attempt('admin', wrongVerifier)))
    const refused = replies.filter((reply) => reply.statusCode === 429)
    expect(refused.length).toBeGreaterThanOrEqual(280)
    expect((await attempt('admin', verifier)).statusCode).toBe(429)
    expect((await signInFrom(server, '198.51.100.1')('admin', verifier)).statusCode).toBe(200)
    passTime(900)
    expect((await attempt('admin', verifier)).statusCode).toBe(200)
  })

  it('count for a name whatever its case, and for each name by itself', async () => {
    const server = await startTestServer()
    const attempt = signInFrom(server)
    for (const name of ['admin', 'ADMIN', 'Admin', ' admin', 'admin']) await attempt(name, wrongVerifier)
    expect((await attempt('aDmin', wrongVerifier)).statusCode).toBe(429)
    expect((await attempt('another', wrongVerifier)).statusCode).toBe(401)
  })

  it('of one address at many names end after sixty an hour', async () => {
    const server = await startTestServer()
    const attempt = signInFrom(server, '2001:db8:1:2::1')
    // Those of nobody would be hashed with all that takes.
    for (let i = 0; i < 60; i++) await addUser(server.services, `user${i}`)
    for (let i = 0; i < 60; i++) expect((await attempt(`user${i}`, wrongVerifier)).statusCode).toBe(401)
    const refused = await signInFrom(server, '2001:db8:1:2:ffff::9')('admin', wrongVerifier)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    expect((await signInFrom(server, '2001:db8:1:3::1')('admin', wrongVerifier)).statusCode).toBe(401)
    passTime(3600)
    expect((await attempt('admin', wrongVerifier)).statusCode).toBe(401)
  })

  it('that are right cost nothing', async () => {
    const server = await startTestServer()
    await server.signIn()
    const attempt = signInFrom(server)
    for (let i = 0; i < 70; i++) expect((await attempt('admin', verifier)).statusCode).toBe(200)
  })

  it('stand in the database, and are forgotten when they are over', async () => {
    const server = await startTestServer()
    for (let i = 0; i < 5; i++) await signInFrom(server)('admin', wrongVerifier)
    const counts = () => server.services.db.selectFrom('rate_limit').selectAll().execute()
    expect(await counts()).toHaveLength(3)
    // Who was refused and at which name is not to be read from the keys.
    expect(JSON.stringify(await counts())).not.toContain('admin')
    passTime(3600)
    await server.app.housekeeping.sweep()
    expect((await counts()).map(({ key }) => key.split(' ').length)).toEqual([3])
    passTime(24 * 3600)
    await server.app.housekeeping.sweep()
    expect(await counts()).toEqual([])
    expect(server.logged()).toMatch(/"counts":2,.*"msg":"swept"/)
  })
})

describe('guesses of a signed-in user', () => {
  it('at the own password wait as well', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const guess = async (password: string) =>
      (await browser.post('/api/auth/verify-password', { password })).statusCode
    for (let i = 0; i < 5; i++) expect(await guess(wrongVerifier)).toBe(401)
    expect(await guess(verifier)).toBe(429)
    passTime(2)
    expect(await guess(verifier)).toBe(200)
  })
})

describe('preparations to sign in', () => {
  it('are a hundred in five minutes for one address', async () => {
    const { app } = await startTestServer()
    const preloginStatus = async (remoteAddress: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/auth/prelogin',
          remoteAddress,
          payload: { username: 'admin' },
        })
      ).statusCode
    for (let i = 0; i < 100; i++) expect(await preloginStatus('203.0.113.7')).toBe(200)
    expect(await preloginStatus('203.0.113.7')).toBe(429)
    expect(await preloginStatus('203.0.113.8')).toBe(200)
    passTime(300)
    expect(await preloginStatus('203.0.113.7')).toBe(200)
  })
})

/** Limits that routes hook in, by what they do with a request from an address. */
describe('the named limits', () => {
  async function createNamedLimits() {
    const { services } = await startTestServer()
    const limits = createRateLimits(services.counters)
    const from = (ip: string) => ({ ip, signedIn: null }) as Parameters<typeof limits.login.consume>[0]
    const outcome = (taken: Promise<void>) =>
      taken.then(
        () => 'taken',
        (error: unknown) => (error as { statusCode: number }).statusCode,
      )
    return { counters: services.counters, limits, from, outcome }
  }

  it('slow down guesses at a link: for one visitor by waiting, for all together by a hundred in ten minutes', async () => {
    const { limits, from, outcome } = await createNamedLimits()
    const guess = (ip: string, link = 'link') => outcome(limits.linkPassword.consume(from(ip), link))
    for (let visitor = 0; visitor < 20; visitor++) {
      for (let i = 0; i < 5; i++) expect(await guess(`203.0.113.${visitor}`)).toBe('taken')
      if (visitor < 19) expect(await guess(`203.0.113.${visitor}`)).toBe(429)
    }
    // Beyond that each visitor has a try a minute.
    expect(await guess('198.51.100.1')).toBe('taken')
    expect(await guess('198.51.100.1')).toBe(429)
    expect(await guess('198.51.100.1', 'another')).toBe('taken')
    passTime(600)
    expect(await guess('198.51.100.1')).toBe('taken')
  })

  it('have a hard bound for all visitors where a code is guessed', async () => {
    const { limits, from, outcome } = await createNamedLimits()
    for (const [limit, bound] of [
      [limits.secondStep, 100],
      [limits.verificationCode, 30],
    ] as const) {
      const guess = (visitor: number) => outcome(limit.consume(from(`203.0.113.${visitor}`), 'object'))
      for (let visitor = 0; visitor < bound; visitor++) expect(await guess(visitor)).toBe('taken')
      for (let visitor = bound; visitor < bound + 20; visitor++) expect(await guess(visitor)).toBe(429)
    }
  })

  it('give tries beyond the bound of a link to a thousand visitors an hour', async () => {
    const { counters, limits, from, outcome } = await createNamedLimits()
    for (const name of ['linkPassword', 'downloadPassword'] as const) {
      const guess = (ip: string) => outcome(limits[name].consume(from(ip), 'link'))
      const object = `${name} * ${tokenHash('link')}`
      await counters.add(object, 100, 600)
      await counters.add(`${object} spares`, 998, 3600)
      expect(await guess('203.0.113.1')).toBe('taken')
      expect(await guess('203.0.113.2')).toBe('taken')
      expect(await guess('203.0.113.3')).toBe(429)
      // A right one counts as none, and what was refused has cost no try.
      await limits[name].forgive(from('203.0.113.1'), 'link')
      expect(await guess('203.0.113.3')).toBe('taken')
      expect(await guess('203.0.113.4')).toBe(429)
      passTime(600)
      expect(await guess('203.0.113.4')).toBe('taken')
    }
  })

  it('bound guesses of codes at a link over all its addresses, and lock nobody out for long', async () => {
    const { counters, limits, from, outcome } = await createNamedLimits()
    const guess = (visitor: number, address = visitor, link = 'link') =>
      outcome(limits.verificationCode.consume(from(`203.0.113.${visitor}`), `${link} ${address}@example.org`))
    const [strict, wide] = ['link 7@example.org', 'link *'].map((at) => `verificationCode * ${tokenHash(at)}`)
    for (let visitor = 0; visitor < 200; visitor++) expect(await guess(visitor)).toBe('taken')
    // Beyond that each visitor has one a minute, whatever address, and a right one counts as none.
    expect(await guess(200)).toBe('taken')
    expect(await guess(200, 201)).toBe(429)
    expect(await guess(200, 201, 'another')).toBe('taken')
    await limits.verificationCode.forgive(from('203.0.113.200'), 'link 200@example.org')
    expect(await guess(200, 201)).toBe('taken')
    // Refused at the link, it does not count for the address.
    expect((await counters.get(strict ?? ''))?.points).toBe(1)
    await counters.add(`${wide} spares`, 99, 600)
    expect(await guess(201, 7)).toBe(429)
    expect((await counters.get(strict ?? ''))?.points).toBe(1)
    passTime(600)
    for (let visitor = 0; visitor < 20; visitor++)
      expect(await guess(201 + visitor, 300 + visitor)).toBe('taken')
  })

  it('take nothing of one allowance for what another has refused', async () => {
    const { counters, limits, from, outcome } = await createNamedLimits()
    const points = async (key: string) => (await counters.get(key))?.points ?? 0
    const object = `linkPassword * ${tokenHash('link')}`
    await counters.add(object, 100, 600)
    expect(await outcome(limits.linkPassword.consume(from('203.0.113.7'), 'link'))).toBe('taken')
    for (let i = 0; i < 70; i++) {
      expect(await outcome(limits.linkPassword.consume(from('203.0.113.7'), 'link'))).toBe(429)
    }
    expect(await points('linkPassword 203.0.113.7')).toBe(1)
    await counters.add('linkPassword 203.0.113.8', 60, 3600)
    expect(await outcome(limits.linkPassword.consume(from('203.0.113.8'), 'other'))).toBe(429)
    // Not even a row: objects are named by whoever comes.
    expect(await counters.get(`linkPassword * ${tokenHash('other')}`)).toBeUndefined()
    await counters.add('upload sent 203.0.113.9', 2 * 1024 ** 3, 3600)
    expect(await outcome(limits.uploads.consume(from('203.0.113.9'), 5000))).toBe(429)
    expect(await points('upload begun 203.0.113.9')).toBe(0)
  })

  it('forget what was right', async () => {
    const { limits, from, outcome } = await createNamedLimits()
    const request = from('203.0.113.7')
    for (let i = 0; i < 200; i++) {
      expect(await outcome(limits.verificationCode.consume(request, 'link mail@example.org'))).toBe('taken')
      await limits.verificationCode.forgive(request, 'link mail@example.org')
    }
  })

  it('send thirty codes an hour for one visitor, to whatever addresses', async () => {
    const { limits, from, outcome } = await createNamedLimits()
    const requestCode = (ip: string) => outcome(limits.codeRequests.consume(from(ip)))
    for (let i = 0; i < 30; i++) expect(await requestCode('203.0.113.9')).toBe('taken')
    expect(await requestCode('203.0.113.9')).toBe(429)
    expect(await requestCode('203.0.113.8')).toBe('taken')
    passTime(3600)
    expect(await requestCode('203.0.113.9')).toBe('taken')
  })

  it('take 60 000 uploads an hour and 2 TiB a day from one visitor, and nothing that is refused counts', async () => {
    const { counters, limits, from, outcome } = await createNamedLimits()
    const GiB = 1024 ** 3
    const takeUploadBytes = (ip: string, bytes: number) => outcome(limits.uploads.consume(from(ip), bytes))
    for (let i = 0; i < 409; i++) expect(await takeUploadBytes('203.0.113.7', 5 * GiB)).toBe('taken')
    expect(await takeUploadBytes('203.0.113.7', 5 * GiB)).toBe(429)
    expect(await takeUploadBytes('203.0.113.7', 3 * GiB)).toBe('taken')
    expect(await takeUploadBytes('203.0.113.7', 1)).toBe(429)
    expect(await takeUploadBytes('203.0.113.8', 5 * GiB)).toBe('taken')
    await counters.add('upload begun 203.0.113.8', 59_998, 3600)
    expect(await takeUploadBytes('203.0.113.8', 1)).toBe('taken')
    expect(await takeUploadBytes('203.0.113.8', 1)).toBe(429)
    passTime(3600)
    expect(await takeUploadBytes('203.0.113.8', 1)).toBe('taken')
    expect(await takeUploadBytes('203.0.113.7', 1)).toBe(429)
  })
})

describe('a network of IPv6', () => {
  const from = (network: string, visitor: number) =>
    ({ ip: `2001:db8:${network}:${visitor.toString(16)}::1`, signedIn: null }) as FastifyRequest
  const outcome = (consumed: Promise<void>) =>
    consumed.then(
      () => 'taken',
      (error: unknown) => (error as { statusCode: number }).statusCode,
    )

  it('has ten times as much as a visitor in it, of attempts, calls, failures and uploads', async () => {
    const { services } = await startTestServer()
    const { prelogin, login, uploads, apiTokens } = createRateLimits(services.counters)
    const tries = {
      prelogin: [100, (request: FastifyRequest) => prelogin.consume(request)],
      login: [60, (request: FastifyRequest) => login.consume(request, `name ${Math.random()}`)],
      apiTokens: [
        60,
        async (request: FastifyRequest) => {
          await apiTokens.requireFewFailures(request)
          await apiTokens.countFailure(request)
        },
      ],
    } as const
    for (const [name, [points, once]] of Object.entries(tries)) {
      for (let visitor = 0; visitor < networkLimitFactor; visitor++)
        for (let i = 0; i < points; i++)
          expect(await outcome(once(from('1', visitor))), `${name} ${visitor}`).toBe('taken')
      expect(await outcome(once(from('1', networkLimitFactor))), name).toBe(429)
      expect(await outcome(once(from('2', 0))), name).toBe('taken')
    }
    const tebibyte = 1024 ** 4
    for (let visitor = 0; visitor < networkLimitFactor; visitor++)
      expect(await outcome(uploads.consume(from('1', visitor), 2 * tebibyte))).toBe('taken')
    expect(await outcome(uploads.consume(from('1', networkLimitFactor), 1024))).toBe(429)
    await uploads.forgive(from('1', 0), tebibyte)
    expect(await outcome(uploads.consume(from('1', networkLimitFactor), 1024))).toBe('taken')
  })

  it('takes nothing of a visitor when it refuses, and gets back what was right', async () => {
    const { services } = await startTestServer()
    const { prelogin, login } = createRateLimits(services.counters)
    for (let i = 0; i < 1000; i++) await prelogin.consume(from('1', i % 10))
    expect(await outcome(prelogin.consume(from('1', 99)))).toBe(429)
    expect((await services.counters.get('prelogin 2001:db8:1:63::/64'))?.points).toBe(0)
    for (let i = 0; i < 700; i++) {
      await login.consume(from('3', i), 'name')
      await login.forgive(from('3', i), 'name')
    }
    expect((await services.counters.get('login 2001:db8:3::/48'))?.points).toBe(0)
  })
})

describe('uploads', () => {
  async function startServerWithFolder() {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { link_token } = await browser.createFolder()
    const url = `/api/upload/${link_token}`
    const readCounts = async () => {
      const rows = await server.services.db
        .selectFrom('rate_limit')
        .selectAll()
        .where('key', 'like', 'upload%')
        .execute()
      return Object.fromEntries(rows.map(({ key, points }) => [key.split(' ').slice(0, 2).join(' '), points]))
    }
    return { server, browser, url, readCounts }
  }

  it('are counted by requests and announced bytes, and by parts only as far as they are more', async () => {
    const { server, url, readCounts } = await startServerWithFolder()
    const inject = (options: InjectOptions) => server.app.inject(options)
    const form = uploadForm({ files: [{ name: 'a' }, { name: 'b' }], batchId: newBatchId() })
    await inject({ method: 'POST', url, ...form })
    const formKiB = Math.ceil(form.payload.length / 1024)
    expect(await readCounts()).toEqual({ 'upload begun': 1, 'upload sent': formKiB })
    const begun = await inject({
      method: 'POST',
      url: `${url}/files`,
      payload: { size: 1024 * 10, part_size: 20 * 262160 },
    })
    const { upload_id } = begun.json<{ upload_id: string }>()
    for (let i = 0; i < 5; i++) {
      await inject({ method: 'PUT', url: `${url}/files/${upload_id}/parts/1`, payload: Buffer.alloc(10_240) })
    }
    expect(await readCounts()).toEqual({ 'upload begun': 2, 'upload sent': formKiB + 10 + 40 })
  })

  it('of somebody who is signed in are counted by account, 240 000 an hour, from whatever addresses', async () => {
    const { server, browser, url, readCounts } = await startServerWithFolder()
    const { payload, headers } = uploadForm({ files: [{ name: 'a' }] })
    const form = async (from = browser) => (await from.post(url, payload, { headers })).statusCode
    const plan = { size: 1024 * 10, part_size: 20 * 262160 }
    const announced = async (remoteAddress: string) =>
      (await browser.post(`${url}/files`, plan, { remoteAddress })).statusCode
    expect(await form()).toBe(200)
    expect(await readCounts()).toEqual({ 'upload begun': 1 })
    const { id } = (await browser.get('/api/auth/users/me')).json<{ user: { id: number } }>().user
    await server.services.counters.add(`upload begun account ${id}`, 239_998, 3600)
    expect(await announced('203.0.113.7')).toBe(200)
    expect(await announced('203.0.113.8')).toBe(429)
    expect(await form()).toBe(429)
    expect(await form(await server.signIn('other'))).toBe(200)
    expect(await form(server.newBrowser())).toBe(200)
  })

  it('that do not say how long they are count when they are over', async () => {
    const { server, url, readCounts } = await startServerWithFolder()
    const { payload, headers } = uploadForm({ files: [{ name: 'a', bytes: Buffer.alloc(16) }] })
    const origin = await server.listen()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(payload)
        controller.close()
      },
    })
    const reply = await fetch(origin + url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect(reply.status).toBe(200)
    await expect.poll(readCounts).toEqual({ 'upload begun': 1, 'upload sent': 1 })
  })
})

describe('counting', () => {
  it('waits for a transaction of the database instead of failing, and is no part of it', async () => {
    const { services } = await startTestServer()
    let added: Promise<unknown> | undefined
    const failed = services.db
      .transaction()
      .execute(async (trx) => {
        await trx.insertInto('setting').values({ name: 'x', value: 'y' }).execute()
        added = services.counters.add('key', 1, 60)
        await new Promise((resolve) => setTimeout(resolve, 20))
        throw new Error('no')
      })
      .catch(() => 'rolled back')
    expect(await failed).toBe('rolled back')
    await added
    expect(await services.counters.get('key')).toMatchObject({ points: 1 })
  })
})
