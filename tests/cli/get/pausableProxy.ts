import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A wire to a server that counts what comes from it, and can stop in the middle. */
interface PausableProxy {
  readonly origin: string
  /** Bytes from the server. */
  bytesFromServer: number
  /** Nothing more comes once so many have. */
  holdAt: number
  /** What was held is lost with its connections; what comes then comes. */
  release(): void
}

export async function startPausableProxy(target: string): Promise<PausableProxy> {
  const { port, hostname } = new URL(target)
  const sockets = new Set<Socket>()
  const trackSocket = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    trackSocket(near)
    trackSocket(far)
    near.pipe(far)
    far.on('data', (bytes: Buffer) => {
      if (proxy.bytesFromServer + bytes.length > proxy.holdAt) {
        far.pause()
        return
      }
      proxy.bytesFromServer += bytes.length
      if (!near.write(bytes)) far.pause()
    })
    near.on('drain', () => far.resume())
    far.on('end', () => near.end())
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const proxy: PausableProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ bytesFromServer: 0, holdAt: Infinity },
    release() {
      proxy.holdAt = Infinity
      for (const socket of sockets) socket.destroy()
    },
  }
  return proxy
}
