import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { maxUnfinishedListed, sealedChunkBytes } from '../../../contract/limits.ts'
import { newBlobKey } from '../../../server/blobs/blobKeys.ts'
import { allowances, type CallLimit, createRateLimits } from '../../../server/security/rateLimits.ts'
import { maxEmailCodeTries } from '../../../server/util/lifetimes.ts'
import { newToken } from '../../../server/util/tokens.ts'
import { codeIn, writtenMails } from '../mails.ts'
import { startTestServer, verifier } from '../testServer.ts'

/** Calls that count each visit, by the limit that counts it. */
const ratedCalls = {
  prelogin: () => ['POST', '/api/auth/prelogin', { username: 'a' }],
  recipientKeys: (token: string) => ['GET', `/api/upload/${token}/public-key`],
  codeRequests: (token: string) => [
    'POST',
    `/api/upload/${token}/request-code`,
    { uploader_email: 'a@example.org' },
  ],
  confirmations: (token: string) => [
    'POST',
    `/api/upload/${token}/confirmation`,
    { batch_id: 'A'.repeat(22) },
  ],
  reminderSwitches: () => ['POST', '/api/reminders/token/off'],
  personQueries: () => ['GET', '/api/people?username=a'],
  webhookTests: () => ['POST', '/api/folders/1/webhook/test'],
} satisfies Partial<Record<keyof typeof allowances, (token: string) => [string, string, object?]>>

it.each(Object.entries(ratedCalls))(
  'a visitor makes as many calls as the table says: %s',
  async (name, call) => {
    const { services, signIn } = await startTestServer()
    const browser = await signIn()
    const folder = await browser.createFolder({ title: 'a', require_email_verification: true })
    await browser.put('/api/folders/1/webhook', { url: 'https://hooks.example.org/' })
    const [method, url, payload] = call(folder.link_token)
    const callStatus = async () =>
      (await browser.send(method as 'GET', url, payload === undefined ? {} : { payload })).statusCode
    const limit: CallLimit = createRateLimits(services.counters)[name as keyof typeof ratedCalls]
    const visitor = { ip: browser.address, signedIn: null } as FastifyRequest
    const { points } = allowances[name as keyof typeof ratedCalls]
    for (let n = 1; n < points; n++) await limit.consume(visitor)
    expect(await callStatus()).not.toBe(429)
    expect(await callStatus()).toBe(429)
  },
)

it('gates are passed, and accounts signed in to, as often in an hour as the table says', async () => {
  const server = await startTestServer()
  const { counters } = server.services
  const browser = await server.signIn()
  const { link_token } = await browser.createFolder({ link_password: 'a password' })
  const { user } = (await browser.get('/api/auth/users/me')).json<{ user: { id: number } }>()
  const pass = async () => {
    const url = `/api/upload/${link_token}/verify-password`
    return (await browser.post(url, { link_password: 'a password' })).statusCode
  }
  const { gatesPassed, signIns } = allowances
  await counters.add(`gatePassed ${browser.address}`, gatesPassed.points - 1, gatesPassed.seconds)
  expect([await pass(), await pass()]).toEqual([200, 429])
  await counters.add(`signIn ${user.id}`, signIns.points - 2, signIns.seconds)
  const signIn = async () => {
    const other = server.newBrowser()
    return (await other.post('/api/auth/token', { username: 'admin', password: verifier })).statusCode
  }
  expect([await signIn(), await signIn()]).toEqual([200, 429])
})

it('people change as much in a day as the table says, from any address, and read on', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const other = await server.signIn('other')
  const { id } = await browser.createFolder()
  const { user } = (await browser.get('/api/auth/users/me')).json<{ user: { id: number } }>()
  const counted = allowances.changes.points - 2
  await server.services.counters.add(`change ${user.id}`, counted, allowances.changes.seconds)
  const mails = (on: boolean, remoteAddress?: string) =>
    browser.put(
      `/api/folders/${id}/mail`,
      { notify_by_email: on },
      { ...(remoteAddress && { remoteAddress }) },
    )
  expect((await mails(true)).statusCode).toBe(204)
  for (const address of [browser.address, '203.0.113.9']) {
    const refused = await mails(false, address)
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  }
  expect((await browser.get('/api/folders/')).statusCode).toBe(200)
  await other.createFolder()
})

it('a recovery box that is fetched counts as a change, since the history tells of it', async () => {
  const server = await startTestServer()
  const { counters, db } = server.services
  const browser = await server.signIn()
  await db
    .updateTable('user')
    .set({ recovery_box: 'A'.repeat(200), recovery_box_made_at: '2026' })
    .execute()
  const { user } = (await browser.get('/api/auth/users/me')).json<{ user: { id: number } }>()
  const { points, seconds } = allowances.changes
  await counters.add(`change ${user.id}`, points - 1, seconds)
  const fetchBox = async () => (await browser.get('/api/auth/users/me/recovery-box')).statusCode
  expect([await fetchBox(), await fetchBox()]).toEqual([200, 429])
  const fetches = await db
    .selectFrom('audit_event')
    .select('id')
    .where('kind', '=', 'recovery-box-fetched')
    .execute()
  expect(fetches).toHaveLength(1)
})

it('a folder lists as many unfinished uploads as its row says', async () => {
  const { services, signIn } = await startTestServer()
  const browser = await signIn()
  const { id, link_token } = await browser.createFolder()
  const plan = { size: 20 * sealedChunkBytes, part_size: 20 * sealedChunkBytes }
  await browser.post(`/api/upload/${link_token}/files`, plan)
  const { db } = services
  const one = await db.selectFrom('upload').selectAll().executeTakeFirstOrThrow()
  const others = Array.from({ length: maxUnfinishedListed }, () => ({
    ...one,
    id: newToken(),
    blob_key: newBlobKey(),
  }))
  for (let from = 0; from < others.length; from += 500)
    await db
      .insertInto('upload')
      .values(others.slice(from, from + 500))
      .execute()
  expect((await browser.get(`/api/folders/${id}/uploads`)).json()).toHaveLength(maxUnfinishedListed)
})

it('a code for the own address may be tried so often, and no longer', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  await browser.put('/api/auth/users/me', { current_password: verifier, email: 'a@example.org' })
  await browser.post('/api/auth/users/me/email/request-code')
  const code = codeIn((await writtenMails(server)).at(-1))
  const confirm = async (text: string) =>
    (await browser.post('/api/auth/users/me/email/confirm', { code: text })).statusCode
  const other = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < maxEmailCodeTries; tries++) expect(await confirm(other)).not.toBe(200)
  expect(await confirm(code)).not.toBe(200)
})
