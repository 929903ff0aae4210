import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { KiB, maxKeyRequestBytes, MiB } from '../../../contract/limits.ts'
import { MemoryBudget } from '../../../server/http/memoryBudget.ts'
import { bodyCopies, uncountedBodyBytes } from '../../../server/plugins/bodyMemory.ts'
import { maxBodyBytes } from '../../../server/http/requestLimits.ts'
import { type Browser, startTestServer } from '../testServer.ts'

/** A server that listens, with somebody signed in, who calls from any address. */
async function startMemoryLimitedServer() {
  const memory = new MemoryBudget(64 * MiB)
  const server = await startTestServer({ memory, trustProxy: () => true })
  const browser = await server.signIn()
  const origin = await server.listen()
  /** Sends the head of a call, and of its body as much as is given. */
  const beginCall = (
    path: string,
    method: string,
    headers: object,
    address = browser.address,
    body = '{',
  ) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const call = request(origin + path, {
      method,
      agent: false,
      headers: {
        cookie,
        'x-csrftoken': browser.cookies.get('csrftoken'),
        'x-forwarded-for': address,
        'content-type': 'application/json',
        ...headers,
      },
    })
    call.on('error', () => undefined)
    onTestFinished(() => void call.destroy())
    call.write(body)
    return call
  }
  return { memory, server, browser, beginCall }
}

const responseOf = async (call: ClientRequest) => ((await once(call, 'response')) as [IncomingMessage])[0]

it('a body is counted as long as it says, before it has come, until it is answered or its sender has left', async () => {
  const { memory, beginCall } = await startMemoryLimitedServer()
  const length = 100 * KiB
  const leaves = beginCall('/api/folders/', 'POST', { 'content-length': length })
  await expect.poll(() => memory.held).toBe(bodyCopies * length)
  const stays = beginCall('/api/folders/', 'POST', { 'content-length': length })
  await expect.poll(() => memory.held).toBe(2 * bodyCopies * length)
  leaves.destroy()
  await expect.poll(() => memory.held).toBe(bodyCopies * length)
  stays.end('}'.padEnd(length - 1))
  expect((await responseOf(stays)).statusCode).toBe(422)
  await expect.poll(() => memory.held).toBe(0)
})

it('one that does not say how long it is counts as the longest that its call takes', async () => {
  const { memory, beginCall } = await startMemoryLimitedServer()
  beginCall('/api/folders/', 'POST', { 'transfer-encoding': 'chunked' })
  await expect.poll(() => memory.held).toBe(bodyCopies * maxBodyBytes)
})

it('a body that is larger than what one request may hold is taken while there is room for that', async () => {
  const { memory, beginCall } = await startMemoryLimitedServer()
  const call = beginCall('/api/auth/users/me/encrypted-key', 'PUT', { 'content-length': maxKeyRequestBytes })
  await expect.poll(() => memory.held).toBe(8 * MiB)
  call.end('}'.padEnd(maxKeyRequestBytes - 1))
  expect((await responseOf(call)).statusCode).toBe(422)
})

it('one account sends one large body at a time, from wherever', async () => {
  const { memory, server, beginCall } = await startMemoryLimitedServer()
  const large = { 'content-length': maxBodyBytes + 1 }
  const first = beginCall('/api/auth/users/me/encrypted-key', 'PUT', large)
  await expect.poll(() => memory.held).toBeGreaterThan(0)
  const second = beginCall('/api/download/links', 'POST', large, '203.0.113.7')
  second.end('}'.padEnd(maxBodyBytes))
  const refused = await responseOf(second)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  const other = await server.signIn('other')
  const payload = '{}'.padEnd(maxBodyBytes + 1)
  const headers = { 'content-type': 'application/json' }
  const sendLink = (browser: Browser) => browser.send('POST', '/api/download/links', { payload, headers })
  expect((await sendLink(other)).statusCode).toBe(422)
  first.destroy()
  await expect.poll(() => memory.held).toBe(0)
  expect((await sendLink(other)).statusCode).toBe(422)
})

it.each([
  ['JSON', 'application/json', '{}'],
  ['a form', 'application/x-www-form-urlencoded', 'title=a'],
  ['a multipart form', 'multipart/form-data; boundary=b', '--b--'],
])('%s is put off where its visitor holds all they may, and nobody else’s is', async (_name, type, body) => {
  const { memory, server, browser } = await startMemoryLimitedServer()
  const other = await server.signIn('other')
  while (memory.tryTake(browser.address, uncountedBodyBytes));
  const before = memory.held
  const sendBodyOf = (by: Browser, length: number) =>
    by.send('POST', '/api/folders/', { headers: { 'content-type': type }, payload: body.padEnd(length) })
  const refused = await sendBodyOf(browser, uncountedBodyBytes + 1)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  expect((await sendBodyOf(browser, uncountedBodyBytes)).statusCode).not.toBe(503)
  expect((await sendBodyOf(other, uncountedBodyBytes + 1)).statusCode).not.toBe(503)
  await expect.poll(() => memory.held).toBe(before)
})

it('a body that nobody asked for is counted too', async () => {
  const { memory, server } = await startMemoryLimitedServer()
  const stranger = server.newBrowser()
  while (memory.tryTake(stranger.address, uncountedBodyBytes));
  const headers = { 'content-type': 'application/json' }
  const payload = '{}'.padEnd(uncountedBodyBytes + 1)
  for (const path of ['/nowhere', '/api/auth/prelogin', `/api/upload/${'A'.repeat(22)}/verify-password`]) {
    expect((await stranger.send('POST', path, { headers, payload })).statusCode, path).toBe(503)
  }
})
