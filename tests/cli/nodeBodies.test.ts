import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NodeBodies } from '../../cli/platform/nodeBodies.ts'
import { ServerClient } from '../../cli/platform/serverClient.ts'
import { MiB } from '../../contract/limits.ts'
import { BufferPool } from '../../core/util/bufferPool.ts'
import type { Body, Bytes } from '../../core/ports.ts'

let httpServer: HttpServer
let client: ServerClient
let bodies: NodeBodies
let receivedRequests: {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  bytes: Buffer
}[]
let connectionCount: number
let respond: (request: IncomingMessage, response: ServerResponse) => void

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}

beforeEach(async () => {
  receivedRequests = []
  connectionCount = 0
  respond = (_, response) => void response.writeHead(204).end()
  httpServer = createServer((request, response) => {
    readAll(request).then(
      (bytes) => {
        const { method, url, headers } = request
        receivedRequests.push({ method, url, headers, bytes })
        respond(request, response)
      },
      () => undefined,
    )
  })
  httpServer.on('connection', () => connectionCount++)
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve))
  client = new ServerClient(`http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`)
  bodies = new NodeBodies(client)
})
afterEach(() => {
  client.close()
  httpServer.closeAllConnections()
  httpServer.close()
  vi.useRealTimers()
})

const putRequest = { method: 'PUT', url: '/api/a', csrfToken: 'T' } as const
async function newBody(bytes: Bytes): Promise<Body> {
  const builder = bodies.allocate(bytes.length + 10)
  builder.put(bytes.subarray(0, 100), 0)
  builder.take(bytes.slice(100), 100)
  return builder.close(bytes.length)
}
const randomArray = (bytes: number): Bytes => new Uint8Array(randomBytes(bytes))

describe('a body', () => {
  it('frees a large piece that it took when it is dropped, and none that it only copied', async () => {
    const builder = bodies.allocate(2 * MiB)
    const [taken, copied] = [randomArray(MiB), randomArray(MiB)]
    builder.take(taken, MiB)
    builder.put(copied, 0)
    const body = await builder.close()
    expect(taken.length).toBe(MiB)
    body.drop()
    expect([taken.length, copied.length]).toEqual([0, MiB])
  })

  it('of pieces in any order, large and small, arrives in theirs', async () => {
    const bytes = randomArray(MiB + 100)
    const builder = bodies.allocate(bytes.length + 10)
    builder.take(bytes.slice(MiB / 2 + 16, MiB), MiB / 2 + 16)
    builder.take(bytes.slice(MiB), MiB)
    builder.put(bytes.subarray(0, 100), 0)
    builder.take(bytes.slice(MiB / 2, MiB / 2 + 16), MiB / 2)
    builder.take(bytes.slice(100, MiB / 2), 100)
    const body = await builder.close(bytes.length)
    expect(body.size).toBe(bytes.length)
    expect((await body.send(putRequest, () => undefined)).status).toBe(204)
    expect(receivedRequests[0]?.bytes.equals(bytes)).toBe(true)
  })

  it('arrives as it was put together, and tells how much has left', async () => {
    const bytes = randomArray(2 * MiB + 7)
    const sentBytes: number[] = []
    const body = await newBody(bytes)
    const raw = await body.send({ ...putRequest, contentType: 'application/octet-stream' }, (so) =>
      sentBytes.push(so),
    )
    expect(raw).toMatchObject({ status: 204, retryAfter: null })
    const [one] = receivedRequests
    expect(one?.bytes.equals(bytes)).toBe(true)
    expect(one).toMatchObject({ method: 'PUT', url: '/api/a' })
    expect(one?.headers).toMatchObject({
      'x-csrftoken': 'T',
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
    })
    expect(sentBytes.length).toBeGreaterThan(1)
    expect(sentBytes.at(-1)).toBe(bytes.length)
    expect([...sentBytes].sort((a, b) => a - b)).toEqual(sentBytes)
  })

  it('of texts, too, one behind the other on one connection', async () => {
    const body = bodies.ofParts(['a', new TextEncoder().encode('ß')])
    expect(body.size).toBe(3)
    for (let n = 0; n < 3; n++) await body.send({ ...putRequest, method: 'POST' }, () => undefined)
    expect(receivedRequests.map(({ bytes }) => bytes.toString())).toEqual(['aß', 'aß', 'aß'])
    expect(connectionCount).toBe(1)
  })

  it('brings what the server says: status, words, how long to wait', async () => {
    respond = (_, response) => void response.writeHead(429, { 'retry-after': '7' }).end('{"detail":"ß"}')
    expect(await bodies.ofParts(['a']).send(putRequest, () => undefined)).toEqual({
      status: 429,
      statusText: 'Too Many Requests',
      retryAfter: 7,
      text: '{"detail":"ß"}',
    })
  })

  it('that is refused before it has left is refused all the same', async () => {
    httpServer.removeAllListeners('request')
    httpServer.on('request', (_, response: ServerResponse) => void response.writeHead(413).end('{}'))
    const raw = await (await newBody(randomArray(32 * MiB))).send(putRequest, () => undefined)
    expect([0, 413]).toContain(raw.status)
  })

  it('has no answer where nobody listens, where it breaks off, and where an answer breaks off', async () => {
    respond = (request) => void request.socket.destroy()
    expect((await bodies.ofParts(['a']).send(putRequest, () => undefined)).status).toBe(0)
    respond = (request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('five!')
      setTimeout(() => request.socket.destroy(), 10)
    }
    expect((await bodies.ofParts(['a']).send(putRequest, () => undefined)).status).toBe(0)
    const nobody = new NodeBodies(new ServerClient('http://127.0.0.1:1'))
    expect((await nobody.ofParts(['a']).send(putRequest, () => undefined)).status).toBe(0)
  })

  it('has no answer once it is stopped, and can be sent again', async () => {
    respond = () => undefined
    const body = await newBody(randomArray(MiB))
    const first = body.send(putRequest, () => undefined)
    await vi.waitUntil(() => receivedRequests.length === 1, 60_000)
    bodies.stop()
    expect((await first).status).toBe(0)
    respond = (_, response) => void response.writeHead(204).end()
    expect((await body.send(putRequest, () => undefined)).status).toBe(204)
    expect(receivedRequests[1]?.bytes.equals(receivedRequests[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  it('has no answer when no byte has moved for half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    respond = () => undefined
    const sent = bodies.ofParts(['a']).send(putRequest, () => undefined)
    while (receivedRequests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(await Promise.race([sent, Promise.resolve('waiting')])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await sent).status).toBe(0)
  })
})

describe('the memory of bodies', () => {
  it('serves the next one, but not while it is being sent', async () => {
    const give = vi.spyOn(BufferPool.prototype, 'give')
    const body = await newBody(randomArray(MiB))
    respond = () => undefined
    const sending = body.send(putRequest, () => undefined)
    await vi.waitUntil(() => receivedRequests.length === 1, 60_000)
    body.drop()
    expect(give).not.toHaveBeenCalled()
    expect((await sending).status).toBe(0)
    await vi.waitUntil(() => give.mock.calls.length === 1, 60_000)
    ;(await newBody(randomArray(MiB))).drop()
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
    respond = (_, response) => {
      response.setHeader('set-cookie', cookies[receivedRequests.length - 1] ?? [])
      response.writeHead(204).end()
    }
    expect(client.csrfToken).toBe('')
    const tokens: string[] = []
    while (receivedRequests.length < cookies.length) {
      await client.exchange({ method: 'GET', url: '/api/server' })
      tokens.push(client.csrfToken)
    }
    expect(tokens).toEqual(['a b', 'a b', 'c', 'c'])
    expect(receivedRequests.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      'csrftoken=a%20b; sealpost_visitor=v',
      'csrftoken=a%20b',
      'csrftoken=c',
    ])
  })
})
