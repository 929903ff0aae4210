import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CountingProxy {
  origin: string
  /** Bytes that have come from the server: pages, scripts, styles, fonts and their headers, whoever asked. */
  receivedBytes: () => number
  /** Bytes that have gone to it. */
  sentBytes: () => number
  stop: () => Promise<void>
}

/** A proxy in front of the server that counts what goes over it and changes nothing. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let bytes = 0
  let sent = 0
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    far.on('data', (piece) => (bytes += piece.length))
    near.on('data', (piece) => (sent += piece.length))
    near.pipe(far).pipe(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.once('error', () => other.destroy())
      socket.once('close', () => other.destroy())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    origin: `http://${hostname}:${(proxy.address() as AddressInfo).port}`,
    receivedBytes: () => bytes,
    sentBytes: () => sent,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
