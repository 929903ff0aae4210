import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { diagnosisHeader } from '../../contract/headers.ts'
import { maxProbeBytes, maxProbePieceBytes, maxProbePieces } from '../../contract/limits.ts'
import type { ServerFacts } from '../../contract/schemas/diagnosis.ts'
import { findSetting } from '../../server/db/installation/settings.ts'
import { makeOperator, findUserByName } from '../../server/db/accounts/users.ts'
import { deleteSelfTestSecret, createSelfTestSecret } from '../../server/diagnosis/selfTestSecret.ts'
import { maxSlowCallMs } from '../../server/routes/diagnosis.ts'
import { parseTrustProxy } from '../../server/http/ipAddresses.ts'
import { newTokenClient } from './tokenClient.ts'
import { startTestServer } from './testServer.ts'

const diagnosisCalls = [
  ['GET', '/api/diagnosis/request'],
  ['POST', '/api/diagnosis/body'],
  ['GET', '/api/diagnosis/answer?pieces=2&piece_bytes=3'],
  ['GET', '/api/diagnosis/range'],
  ['GET', '/api/diagnosis/server'],
] as const

async function startServerWithOperator(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options)
  const { db } = server.services
  const operator = await server.signIn('operator')
  await makeOperator(db, (await findUserByName(db, 'operator'))?.id ?? 0)
  return { server, db, operator }
}

describe('who may test the network path to the server', () => {
  it.each(diagnosisCalls)(
    'the operator alone, or who has the secret of the moment: %s %s',
    async (method, url) => {
      const { server, db, operator } = await startServerWithOperator()
      const other = await server.signIn('somebody')
      const script = await newTokenClient(operator)
      const stranger = (headers: Record<string, string> = {}) => server.app.inject({ method, url, headers })
      const secret = await createSelfTestSecret(db, server.services.now())
      const statuses = async (value: string) => (await stranger({ [diagnosisHeader]: value })).statusCode

      expect((await stranger()).statusCode).toBe(401)
      expect((await other.send(method, url)).statusCode).toBe(403)
      expect((await script.send(method, url)).statusCode).toBe(403)
      expect((await operator.send(method, url)).statusCode).toBe(200)
      expect(await statuses(secret)).toBe(200)
      expect(await statuses('')).toBe(401)
      expect(await statuses(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toBe(401)
      // The operator's session does not make up for a wrong one.
      const wrong = { headers: { [diagnosisHeader]: 'wrong' } }
      expect((await operator.send(method, url, wrong)).statusCode).toBe(401)
      expect(server.logged()).not.toContain(secret)
    },
  )

  it('a secret ends with its test, with the next one, and after five minutes', async () => {
    const { server, db } = await startServerWithOperator()
    const { now } = server.services
    const statusWithSecret = async (secret: string) =>
      (await server.app.inject({ url: diagnosisCalls[0][1], headers: { [diagnosisHeader]: secret } }))
        .statusCode
    const first = await createSelfTestSecret(db, now())
    const second = await createSelfTestSecret(db, now())
    expect([await statusWithSecret(first), await statusWithSecret(second)]).toEqual([401, 200])
    // The end of the test before does not end the one that replaced it.
    await deleteSelfTestSecret(db, first)
    expect(await statusWithSecret(second)).toBe(200)
    server.passTime(299)
    expect(await statusWithSecret(second)).toBe(200)
    server.passTime(2)
    expect(await statusWithSecret(second)).toBe(401)
    const third = await createSelfTestSecret(db, now())
    await deleteSelfTestSecret(db, third)
    expect(await statusWithSecret(third)).toBe(401)
    // What stands in the database lets nobody in.
    const fourth = await createSelfTestSecret(db, now())
    expect(await statusWithSecret((await findSetting(db, 'diagnosis')) ?? '')).toBe(401)
    expect(await findSetting(db, 'diagnosis')).not.toContain(fourth)
  })
})

describe('the calls of a self-test', () => {
  it('say what arrived of a request, and whom the limits would count', async () => {
    const { operator } = await startServerWithOperator({
      publicOrigin: 'https://files.example.org',
      trustProxy: parseTrustProxy('10.0.0.0/8'),
    })
    const headers = { 'x-forwarded-for': '203.0.113.77, 198.51.100.4', 'x-forwarded-proto': 'https' }
    expect((await operator.get('/api/diagnosis/request', { headers })).json()).toMatchObject({
      http_version: '1.1',
      origin: 'https://files.example.org',
      has_public_url: true,
      trusts_proxies: true,
      peer_is_trusted: true,
      visitor: '198.51.100.4',
      forwarded_for: ['203.0.113.77', '198.51.100.4'],
      forwarded_proto: 'https',
      names_last_forwarded: false,
    })
  })

  it('take as much as the largest request has, and no more', async () => {
    const { operator } = await startServerWithOperator()
    const sendProbeBody = (bytes: number) =>
      operator.post('/api/diagnosis/body', Buffer.alloc(bytes), {
        headers: { 'content-type': 'application/octet-stream' },
      })
    expect((await sendProbeBody(maxProbeBytes)).json()).toMatchObject({ bytes: maxProbeBytes })
    expect((await sendProbeBody(maxProbeBytes + 1)).statusCode).toBe(413)
  })

  it('take no more where the length is not announced, either', async () => {
    const { server, db } = await startServerWithOperator()
    const [origin, secret] = [await server.listen(), await createSelfTestSecret(db, server.services.now())]
    const status = await new Promise((resolve, reject) => {
      const call = request(`${origin}/api/diagnosis/body`, {
        method: 'POST',
        headers: { [diagnosisHeader]: secret },
      })
      call.on('response', (answer) => resolve(answer.resume().statusCode))
      call.on('error', reject)
      call.write(Buffer.alloc(maxProbeBytes))
      call.end(Buffer.alloc(1))
    })
    expect(status).toBe(413)
  })

  it('answer in pieces and in ranges, within bounds', async () => {
    const { operator } = await startServerWithOperator()
    const whole = await operator.get('/api/diagnosis/answer?pieces=3&piece_bytes=5&turn_ms=1')
    expect([whole.body, whole.headers['content-length']]).toEqual(['.'.repeat(15), '15'])
    for (const query of [
      `pieces=${maxProbePieces + 1}`,
      `piece_bytes=${maxProbePieceBytes + 1}`,
      'silent_ms=70001',
      'turn_ms=2001',
      'pieces=-1',
    ])
      expect((await operator.get(`/api/diagnosis/answer?${query}`)).statusCode, query).toBe(422)
    const range = await operator.get('/api/diagnosis/range', { headers: { range: 'bytes=250-252' } })
    expect([range.statusCode, [...range.rawPayload]]).toEqual([206, [250, 0, 1]])
  })

  it('are so many at once and no more, and make room when their askers leave', async () => {
    const { server, db, operator } = await startServerWithOperator()
    const [origin, secret] = [await server.listen(), await createSelfTestSecret(db, server.services.now())]
    const gone = new AbortController()
    const fetchSilently = () =>
      fetch(`${origin}/api/diagnosis/answer?silent_ms=60000`, {
        headers: { [diagnosisHeader]: secret },
        signal: gone.signal,
      }).catch(() => undefined)
    const waiting = Array.from({ length: 16 }, fetchSilently)
    const another = async () => (await operator.get('/api/diagnosis/answer')).statusCode
    await expect.poll(another).toBe(503)
    gone.abort()
    await Promise.all(waiting)
    await expect.poll(another).toBe(200)
  })

  it('are cut where they take longer than anything that is tried', async () => {
    const { server, db } = await startServerWithOperator()
    const [origin, secret] = [await server.listen(), await createSelfTestSecret(db, server.services.now())]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    // No spy: Vitest restores those after the file, and would put the fake back, for all files of this process.
    const [fake, timed] = [setTimeout, vi.fn<(...args: Parameters<typeof setTimeout>) => void>()]
    vi.stubGlobal('setTimeout', (...args: Parameters<typeof setTimeout>) => {
      timed(...args)
      return fake(...args)
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const sending = request(`${origin}/api/diagnosis/body`, {
      method: 'POST',
      headers: { [diagnosisHeader]: secret, 'content-length': 100 },
    })
    const cut = once(sending, 'response').then(
      () => 'answered',
      () => 'cut',
    )
    sending.write('a')
    await expect.poll(() => timed.mock.calls.some(([, ms]) => ms === maxSlowCallMs)).toBe(true)
    vi.advanceTimersByTime(maxSlowCallMs)
    expect(await cut).toBe('cut')
  })

  it('try what the server works with, and leave nothing behind', async () => {
    const { server, db, operator } = await startServerWithOperator({ minFreeBytes: 0 })
    await db
      .insertInto('setting')
      .values({ name: 'last_backup', value: '2026-11-20T00:00:00.000Z' })
      .execute()
    const before = await server.storedFiles()
    const facts = (await operator.get('/api/diagnosis/server')).json<ServerFacts>()
    expect(facts.database).toMatchObject({ problem: null, schema: expect.stringMatching(/^00/) as string })
    expect(facts.store).toMatchObject({ problem: null, min_free_bytes: 0 })
    expect(facts.sign_in).toBeNull()
    expect(facts.mail).toMatchObject({ kind: 'folder', problem: null })
    const isServices = facts.database.kind === 'postgres' && facts.store.kind === 's3'
    expect(facts.last_backup).toBe(isServices ? 'elsewhere' : '2026-11-20T00:00:00.000Z')
    if (facts.database.kind === 'postgres')
      expect(Math.abs(facts.database.clock_ahead_ms ?? Infinity)).toBeLessThan(5000)
    else expect(facts.database.integrity).toBe('ok')
    if (facts.store.kind === 's3') expect(facts.store.clock_ahead_ms).not.toBeNull()
    else expect(facts.disk?.problem).toBeNull()
    expect(await server.storedFiles()).toEqual(before)
    for (const table of ['staged', 'garbage'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  it('name what does not work, in the operator’s words', async () => {
    const { server, operator } = await startServerWithOperator()
    server.services.blobs.openGroup = () => Promise.reject(new Error('ENOSPC: no space left on device'))
    await server.services.db
      .insertInto('garbage')
      .values({ blob_key: 'f'.repeat(32), created_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    const facts = (await operator.get('/api/diagnosis/server')).json<ServerFacts>()
    expect(facts.store.problem).toBe('ENOSPC: no space left on device')
    expect(facts.unswept).toBe(1)
  })
})
