import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { addressOrNetwork } from '../../security/addresses.ts'

/** Connections that one address, or one network (/48) of IPv6, has open: a large office behind one of them has room. */
export const connectionsPerVisitor = 1000

/**
 * Closes what one visitor opens beyond that, before a byte of it is read. Connections of the proxies in front count for
 * nobody: who is behind them is known only once a head was read.
 */
export function registerConnections(app: FastifyInstance, { trustProxy }: Pick<Context, 'trustProxy'>): void {
  const open = new Map<string, number>()
  /** Of these the log has told, until they have half as many. */
  const told = new Set<string>()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (trustProxy?.(address, 0) === true) return
    const visitor = addressOrNetwork(address)
    const count = (open.get(visitor) ?? 0) + 1
    if (count > connectionsPerVisitor) {
      socket.destroy()
      return
    }
    if (count === connectionsPerVisitor && !told.has(visitor)) {
      told.add(visitor)
      app.log.warn(
        { visitor, connections: count },
        'one visitor has as many connections as allowed; behind a proxy set TRUST_PROXY',
      )
    }
    open.set(visitor, count)
    socket.once('close', () => {
      const left = (open.get(visitor) ?? 1) - 1
      if (left < connectionsPerVisitor / 2) told.delete(visitor)
      if (left === 0) open.delete(visitor)
      else open.set(visitor, left)
    })
  })
}
