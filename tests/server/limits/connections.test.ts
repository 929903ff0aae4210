import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { maxConnectionsPerVisitor } from '../../../server/plugins/connectionLimit.ts'
import { parseTrustProxy } from '../../../server/http/ipAddresses.ts'
import { startTestServer } from '../testServer.ts'

async function openConnections(origin: string, count: number, localAddress: string): Promise<Socket[]> {
  const port = Number(new URL(origin).port)
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  for (let n = 0; n < count; n++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'connect')
  }
  return sockets
}

/** The status of an answer; null: the connection was closed without one. */
async function requestHealth(socket: Socket | undefined): Promise<string | null> {
  if (socket === undefined) throw new Error('There is no such socket.')
  if (socket.destroyed) return null
  socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n')
  return new Promise((resolve) => {
    socket.once('data', (bytes: Buffer) => resolve(bytes.toString().slice(9, 12)))
    socket.once('close', () => resolve(null))
  })
}

it('one visitor has so many connections open, and another has all of theirs', async () => {
  const server = await startTestServer()
  const origin = await server.listen()
  const held = await openConnections(origin, maxConnectionsPerVisitor, '127.0.0.1')
  const [beyond] = await openConnections(origin, 1, '127.0.0.1')
  const [other] = await openConnections(origin, 1, '127.0.0.2')
  const statuses = await Promise.all([
    requestHealth(held.at(-1)),
    requestHealth(beyond),
    requestHealth(other),
  ])
  expect(statuses).toEqual(['200', null, '200'])
  // What one closes is theirs again.
  held[0]?.destroy()
  await expect
    .poll(async () => {
      const [again] = await openConnections(origin, 1, '127.0.0.1')
      return requestHealth(again)
    })
    .toBe('200')
  expect(server.logged().match(/one visitor has as many connections as allowed/g)).toHaveLength(1)
})

it('those of a proxy in front are not counted', async () => {
  const server = await startTestServer({ trustProxy: parseTrustProxy('127.0.0.1') })
  const sockets = await openConnections(await server.listen(), maxConnectionsPerVisitor + 1, '127.0.0.1')
  expect(await requestHealth(sockets.at(-1))).toBe('200')
})
