import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { headersTimeoutMs, idleSocketTimeoutMs } from '../../../server/http/clientTimeouts.ts'
import {
  keepAliveMs,
  maxBodyBytes,
  maxHeaderBytes,
  maxHeaders,
  maxParamLength,
} from '../../../server/http/requestLimits.ts'
import { startTestServer } from '../testServer.ts'

async function sendHead(origin: string, head: string): Promise<number> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`${head}\r\nconnection: close\r\n\r\n`)
  return Number((await text(socket)).split(' ')[1])
}

it.each([
  ['address', (length: number) => `GET /healthz?${'a'.repeat(length)} HTTP/1.1\r\nhost: a`],
  ['cookie', (length: number) => `GET /healthz HTTP/1.1\r\nhost: a\r\ncookie: a=${'b'.repeat(length)}`],
])('a head is as long as it may be, and no longer: %s', async (_name, head) => {
  const { listen } = await startTestServer()
  const origin = await listen()
  expect(await sendHead(origin, head(maxHeaderBytes - 1000))).toBe(200)
  expect(await sendHead(origin, head(maxHeaderBytes + 1000))).toBe(431)
})

it('the figures are those of the server, and not of the Node that runs it', async () => {
  const { app } = await startTestServer()
  expect(app.server.headersTimeout).toBe(headersTimeoutMs)
  expect(app.server.timeout).toBe(idleSocketTimeoutMs)
  expect(app.server.keepAliveTimeout).toBe(keepAliveMs)
  expect(app.server.maxHeadersCount).toBe(maxHeaders)
  expect(app.initialConfig.bodyLimit).toBe(maxBodyBytes)
})

it('a name in a path is as long as it may be', async () => {
  const { app } = await startTestServer()
  const statusOfName = async (length: number) =>
    (await app.inject(`/api/upload/${'A'.repeat(length)}/status`)).statusCode
  expect(await statusOfName(maxParamLength)).toBe(404)
  expect(await statusOfName(maxParamLength + 1)).toBe(414)
})

it('who is signed in sends a body of a megabyte, and no longer one', async () => {
  const { signIn } = await startTestServer()
  const browser = await signIn()
  const statusOfBody = async (length: number) => {
    const payload = JSON.stringify({ title: 'a' })
    const headers = { 'content-type': 'application/json' }
    const reply = await browser.send('POST', '/api/folders/', { payload: payload.padEnd(length), headers })
    return reply.statusCode
  }
  expect(await statusOfBody(maxBodyBytes)).toBe(200)
  expect(await statusOfBody(maxBodyBytes + 1)).toBe(413)
})
