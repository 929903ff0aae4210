import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NodeBodies } from '../../cli/platform/nodeBodies.ts'
import { ServerClient } from '../../cli/platform/serverClient.ts'
import { MiB } from '../../contract/limits.ts'
import { BufferPool } from '../../core/util/bufferPool.ts'
import type { Body, Bytes } from '../../core/ports.ts'

let http: HttpServer
let server: ServerClient
let bodies: NodeBodies
let received: {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  bytes: Buffer
}[]
let connections: number
let answer: (request: IncomingMessage, response: ServerResponse) => void

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}

beforeEach(async () => {
  received = []
  connections = 0
  answer = (_, response) => void response.writeHead(204).end()
  http = createServer((request, response) => {
    readAll(request).then(
      (bytes) => {
        const { method, url, headers } = request
        received.push({ method, url, headers, bytes })
        answer(request, response)
      },
      () => undefined,
    )
  })
  http.on('connection', () => connections++)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  server = new ServerClient(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  bodies = new NodeBodies(server)
})
afterEach(() => {
  server.close()
  http.closeAllConnections()
  http.close()
  vi.useRealTimers()
})

const put = { method: 'PUT', url: '/api/a', csrfToken: 'T' } as const
async function hold(bytes: Bytes): Promise<Body> {
  const room = bodies.allocate(bytes.length + 10)
  room.put(bytes.subarray(0, 100), 0)
  room.take(bytes.slice(100), 100)
  return room.close(bytes.length)
}
const random = (bytes: number): Bytes => new Uint8Array(randomBytes(bytes))

describe('a body', () => {
  it('frees a large piece that it took when it is dropped, and none that it only copied', async () => {
    const room = bodies.allocate(2 * MiB)
    const [taken, copied] = [random(MiB), random(MiB)]
    room.take(taken, MiB)
    room.put(copied, 0)
    const body = await room.close()
    expect(taken.length).toBe(MiB)
    body.drop()
    expect([taken.length, copied.length]).toEqual([0, MiB])
  })

  it('of pieces in any order, large and small, arrives in theirs', async () => {
    const bytes = random(MiB + 100)
    const room = bodies.allocate(bytes.length + 10)
    room.take(bytes.slice(MiB / 2 + 16, MiB), MiB / 2 + 16)
    room.take(bytes.slice(MiB), MiB)
    room.put(bytes.subarray(0, 100), 0)
    room.take(bytes.slice(MiB / 2, MiB / 2 + 16), MiB / 2)
    room.take(bytes.slice(100, MiB / 2), 100)
    const body = await room.close(bytes.length)
    expect(body.size).toBe(bytes.length)
    expect((await body.send(put, () => undefined)).status).toBe(204)
    expect(received[0]?.bytes.equals(bytes)).toBe(true)
  })

  it('arrives as it was put together, and tells how much has left', async () => {
    const bytes = random(2 * MiB + 7)
    const left: number[] = []
    const body = await hold(bytes)
    const raw = await body.send({ ...put, contentType: 'application/octet-stream' }, (so) => left.push(so))
    expect(raw).toMatchObject({ status: 204, retryAfter: null })
    const [one] = received
    expect(one?.bytes.equals(bytes)).toBe(true)
    expect(one).toMatchObject({ method: 'PUT', url: '/api/a' })
    expect(one?.headers).toMatchObject({
      'x-csrftoken': 'T',
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
    })
    expect(left.length).toBeGreaterThan(1)
    expect(left.at(-1)).toBe(bytes.length)
    expect([...left].sort((a, b) => a - b)).toEqual(left)
  })

  it('of texts, too, one behind the other on one connection', async () => {
    const body = bodies.ofParts(['a', new TextEncoder().encode('ß')])
    expect(body.size).toBe(3)
    for (let n = 0; n < 3; n++) await body.send({ ...put, method: 'POST' }, () => undefined)
    expect(received.map(({ bytes }) => bytes.toString())).toEqual(['aß', 'aß', 'aß'])
    expect(connections).toBe(1)
  })

  it('brings what the server says: status, words, how long to wait', async () => {
    answer = (_, response) => void response.writeHead(429, { 'retry-after': '7' }).end('{"detail":"ß"}')
    expect(await bodies.ofParts(['a']).send(put, () => undefined)).toEqual({
      status: 429,
      statusText: 'Too Many Requests',
      retryAfter: 7,
      text: '{"detail":"ß"}',
    })
  })

  it('that is refused before it has left is refused all the same', async () => {
    http.removeAllListeners('request')
    http.on('request', (_, response: ServerResponse) => void response.writeHead(413).end('{}'))
    const raw = await (await hold(random(32 * MiB))).send(put, () => undefined)
    expect([0, 413]).toContain(raw.status)
  })

  it('has no answer where nobody listens, where it breaks off, and where an answer breaks off', async () => {
    answer = (request) => void request.socket.destroy()
    expect((await bodies.ofParts(['a']).send(put, () => undefined)).status).toBe(0)
    answer = (request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('five!')
      setTimeout(() => request.socket.destroy(), 10)
    }
    expect((await bodies.ofParts(['a']).send(put, () => undefined)).status).toBe(0)
    const nobody = new NodeBodies(new ServerClient('http://127.0.0.1:1'))
    expect((await nobody.ofParts(['a']).send(put, () => undefined)).status).toBe(0)
  })

  it('has no answer once it is stopped, and can be sent again', async () => {
    answer = () => undefined
    const body = await hold(random(MiB))
    const first = body.send(put, () => undefined)
    await vi.waitUntil(() => received.length === 1)
    bodies.stop()
    expect((await first).status).toBe(0)
    answer = (_, response) => void response.writeHead(204).end()
    expect((await body.send(put, () => undefined)).status).toBe(204)
    expect(received[1]?.bytes.equals(received[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  it('has no answer when no byte has moved for half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answer = () => undefined
    const sent = bodies.ofParts(['a']).send(put, () => undefined)
    while (received.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(await Promise.race([sent, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await sent).status).toBe(0)
  })
})

describe('the memory of bodies', () => {
  it('serves the next one, but not while it is being sent', async () => {
    const give = vi.spyOn(BufferPool.prototype, 'give')
    const body = await hold(random(MiB))
    answer = () => undefined
    const sending = body.send(put, () => undefined)
    await vi.waitUntil(() => received.length === 1)
    body.drop()
    expect(give).not.toHaveBeenCalled()
    expect((await sending).status).toBe(0)
    await vi.waitUntil(() => give.mock.calls.length === 1)
    ;(await hold(random(MiB))).drop()
    expect(give).toHaveBeenCalledTimes(2)
    give.mockRestore()
  })
})

describe('cookies', () => {
  it('are kept by name, sent back, and gone when the server says so', async () => {
    const cookies = [
      ['csrftoken=a%20b; Path=/', 'sealpost_visitor=v; Path=/; HttpOnly'],
      ['sealpost_visitor=; Max-Age=0; Path=/'],
      ['csrftoken=c; Max-Age=100; Path=/'],
      [],
    ]
    answer = (_, response) => {
      response.setHeader('set-cookie', cookies[received.length - 1] ?? [])
      response.writeHead(204).end()
    }
    expect(server.csrfToken).toBe('')
    const tokens: string[] = []
    while (received.length < cookies.length) {
      await server.exchange({ method: 'GET', url: '/api/server' })
      tokens.push(server.csrfToken)
    }
    expect(tokens).toEqual(['a b', 'a b', 'c', 'c'])
    expect(received.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      'csrftoken=a%20b; sealpost_visitor=v',
      'csrftoken=a%20b',
      'csrftoken=c',
    ])
  })
})
