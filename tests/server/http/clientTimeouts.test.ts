import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { startTestServer } from '../testServer.ts'
import { uploadForm } from '../uploads.ts'

it(
  'five hundred connections that never say what they want keep nobody waiting, and are closed',
  { tags: 'thorough' },
  async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { link_token } = await browser.createFolder()
    const origin = await server.listen()
    const connections = await Promise.all(
      Array.from({ length: 500 }, async (_, i) => {
        const socket = connect(Number(new URL(origin).port), '127.0.0.1')
        let answer = ''
        socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
        const answered = once(socket, 'close').then(() => answer)
        await once(socket, 'connect')
        if (i % 2 === 0) socket.write('GET / HTTP/1.1\r\nx: ')
        return { answered }
      }),
    )
    const { payload, headers } = uploadForm({ files: [{ name: 'a' }] })
    const url = `${origin}/api/upload/${link_token}`
    expect((await fetch(url, { method: 'POST', headers, body: payload as BodyInit })).status).toBe(200)

    expect(server.app.server.headersTimeout).toBe(15_000)
    server.app.server.headersTimeout = 1
    for (const { answered } of connections) {
      expect(await answered).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*"Request Timeout"}$/s)
    }
  },
)

it('a small call whose body takes for ever is cut', async () => {
  const { app, listen } = await startTestServer()
  const origin = await listen()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const arrived = once(app.server, 'request')
    const sending = request(`${origin}/api/auth/prelogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 100 },
    })
    const cut = once(sending, 'response').then(
      () => 'answered',
      () => 'cut',
    )
    sending.write('{"username":')
    await arrived
    for (let i = 0; i < 100; i++) await turn()
    vi.advanceTimersByTime(119_000)
    for (let i = 0; i < 100; i++) await turn()
    expect(sending.destroyed).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(await cut).toBe('cut')
  } finally {
    vi.useRealTimers()
  }
})

it.each([
  ['JSON', 'application/json', JSON.stringify({ username: 'x'.repeat(70_000) })],
  ['a form', 'application/x-www-form-urlencoded', `username=${'x'.repeat(70_000)}`],
  [
    'a multipart form',
    'multipart/form-data; boundary=b',
    `--b\r\ncontent-disposition: form-data; name="username"\r\n\r\n${'x'.repeat(70_000)}\r\n--b--\r\n`,
  ],
])('a stranger has no more than 64 KiB held for a small call, as %s', async (_name, type, payload) => {
  const { app } = await startTestServer()
  const calls = ['/api/auth/prelogin', '/api/auth/token', `/api/download/${'A'.repeat(22)}/verify-password`]
  for (const url of calls) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload,
    })
    expect({ url, statusCode }).toEqual({ url, statusCode: 413 })
  }
})
