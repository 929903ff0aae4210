import { type AddressInfo, connect } from 'node:net'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { listenForScrapes } from '../../../server/prometheus/metrics.ts'
import { maxPipelinedRequests } from '../../../server/http/pipelining.ts'
import { startTestServer } from '../testServer.ts'

const startOnPort = async () => Number(new URL(await (await startTestServer()).listen()).port)

/** The statuses that come for what is sent in one piece. */
async function statusesOf(port: number, text: string): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let answers = ''
  socket.on('data', (bytes: Buffer) => (answers += bytes.toString('latin1')))
  socket.write(text)
  await new Promise((resolve) => socket.once('close', resolve))
  return Array.from(answers.matchAll(/HTTP\/1\.1 ([0-9]{3})/g), ([, status = '']) => status)
}

const getRequest = (target: string, header = '') => `GET ${target} HTTP/1.1\r\nhost: a\r\n${header}\r\n`
const lastRequest = getRequest('/healthz', 'connection: close\r\n')

it('a connection may have so many requests that wait for their answers', async () => {
  const statuses = await statusesOf(
    await startOnPort(),
    getRequest('/healthz').repeat(maxPipelinedRequests - 1) + lastRequest,
  )
  expect(statuses).toEqual(Array<string>(maxPipelinedRequests).fill('200'))
})

it.each([
  ['of pages', getRequest('/')],
  ['of files', getRequest('/assets/index-a1b2.js')],
  ['of calls', getRequest('/api/auth/users/me')],
  ['that no route sees', getRequest('/%')],
  ['whose names are too long', getRequest(`/api/upload/${'A'.repeat(300)}/status`)],
  ['that expect what is not there', getRequest('/', 'expect: nothing\r\n')],
])('one with more of them, %s, is closed before the second is answered', async (_name, request) => {
  const statuses = await statusesOf(await startOnPort(), request.repeat(200) + lastRequest)
  expect(statuses.length).toBeLessThanOrEqual(1)
})

const chunkedBody =
  'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n'

it('one with the body of a request that waits is closed', async () => {
  const text = `${getRequest('/healthz')}POST /api/auth/prelogin HTTP/1.1\r\nhost: a\r\n${chunkedBody}\r\n${lastRequest}`
  expect((await statusesOf(await startOnPort(), text)).length).toBeLessThanOrEqual(1)
})

it(
  'a GET with a body is refused, and its connection closed where that has no end',
  { tags: 'thorough' },
  async () => {
    const text = `GET /healthz HTTP/1.1\r\nhost: a\r\n${chunkedBody}\r\n${lastRequest}`
    expect(await statusesOf(await startOnPort(), text)).toEqual(['400', '200'])
    const endless = `GET /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n`
    expect(await statusesOf(await startOnPort(), endless)).toEqual(['400'])
  },
)

it('so is one that asks for figures', async () => {
  const server = await listenForScrapes(new Registry(), { port: 0, host: '127.0.0.1' })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  expect(
    (await statusesOf(port, getRequest('/metrics').repeat(200) + lastRequest)).length,
  ).toBeLessThanOrEqual(1)
})
