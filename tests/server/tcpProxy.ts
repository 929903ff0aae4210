import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A TCP proxy in front of a service, which can be closed and opened again. */
interface TcpProxy {
  /** The service's address through this proxy. */
  url: string
  /** Cuts what is under way; nobody comes through any more. */
  close: () => void
  open: () => void
  /** Of connections that were cut because so much had come back. */
  cuts: number
  stop: () => void
}

/** @param cutAfter bytes that come back on one connection before it is cut */
export async function startTcpProxy(service: string, cutAfter = Infinity): Promise<TcpProxy> {
  const to = new URL(service)
  const sockets = new Set<Socket>()
  let isClosed = false
  const server = createServer((here) => {
    if (isClosed) {
      here.destroy()
      return
    }
    const there = connect(Number(to.port), to.hostname)
    let left = cutAfter
    for (const socket of [here, there]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        here.destroy()
        there.destroy()
        sockets.delete(socket)
      })
    }
    here.pipe(there)
    there.on('data', (piece: Buffer) => {
      left -= piece.length
      if (left > 0) {
        if (!here.write(piece)) there.pause()
        return
      }
      proxy.cuts++
      here.destroy()
    })
    here.on('drain', () => there.resume())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const by = new URL(service)
  by.port = String((server.address() as AddressInfo).port)
  const cut = () => sockets.forEach((socket) => socket.destroy())
  const proxy: TcpProxy = {
    url: by.href.replace(/\/$/, ''),
    cuts: 0,
    close() {
      isClosed = true
      cut()
    },
    open: () => void (isClosed = false),
    stop() {
      server.close()
      cut()
    },
  }
  onTestFinished(() => proxy.stop())
  return proxy
}
