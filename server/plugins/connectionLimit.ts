import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressOrNetwork } from '../http/ipAddresses.ts'
import type { RouteSettings } from '../config/config.ts'

/** Maximum number of open connections per address, or per IPv6 network (/48); enough for a large office behind one. */
export const maxConnectionsPerVisitor = 1000

/** Closes further connections of a visitor before a byte is read; those of trusted proxies do not count. */
export function registerConnectionLimit(
  app: FastifyInstance,
  { trustProxy }: Pick<RouteSettings, 'trustProxy'>,
) {
  const open = new Map<string, number>()
  /** Visitors that have been logged; forgotten once they have half as many connections. */
  const logged = new Set<string>()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (trustProxy?.(address, 0) === true) return
    const visitor = addressOrNetwork(address)
    const count = (open.get(visitor) ?? 0) + 1
    if (count > maxConnectionsPerVisitor) {
      socket.destroy()
      return
    }
    if (count === maxConnectionsPerVisitor && !logged.has(visitor)) {
      logged.add(visitor)
      app.log.warn(
        { visitor, connections: count },
        'one visitor has as many connections as allowed; behind a proxy set TRUST_PROXY',
      )
    }
    open.set(visitor, count)
    socket.once('close', () => {
      const left = (open.get(visitor) ?? 1) - 1
      if (left < maxConnectionsPerVisitor / 2) logged.delete(visitor)
      if (left === 0) open.delete(visitor)
      else open.set(visitor, left)
    })
  })
}
