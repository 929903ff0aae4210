import type { FastifyInstance, FastifyReply } from 'fastify'
import { KiB } from '../../contract/limits.ts'
import type { RequestMemory, MemoryDep } from '../http/memoryBudget.ts'
import { addressOrNetwork } from '../http/ipAddresses.ts'
import { readersCheckMs, ReaderLagMonitor } from '../http/readerLagMonitor.ts'
import { takeRequestMemory, onResponseClosed } from '../http/requestMemory.ts'
import type { ClockDep } from '../util/isoTime.ts'

/** Memory of a streamed response, however slowly it is read: the current piece and the next one. */
export const streamedResponseBytes = 512 * KiB

/**
 * Takes memory for a streamed response before the call does anything: [Note: Memory of requests]. A response with a
 * smaller Content-Length gives back the rest early. Readers that are too slow are disconnected, and sooner if others need
 * their memory.
 */
export function registerResponseMemory(app: FastifyInstance, { memory, now }: MemoryDep & ClockDep): void {
  const lagMonitor = new ReaderLagMonitor(() => now().getTime())
  memory.makeRoom = () => lagMonitor.endSlowest()
  const checking = setInterval(() => lagMonitor.check(), readersCheckMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(checking)
    done()
  })
  const memoryOf = new WeakMap<FastifyReply, RequestMemory>()
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.streams !== true) {
      done()
      return
    }
    const refused = takeRequestMemory(memory, request, reply, (held) => {
      held.take(streamedResponseBytes)
      memoryOf.set(reply, held)
      const visitor = addressOrNetwork(request.ip)
      const removeReader = lagMonitor.add(request.raw.socket, visitor, () => held.release())
      onResponseClosed(request, reply, () => removeReader(reply.raw.writableFinished))
    })
    done(refused)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    const length = Number(reply.getHeader('content-length') ?? streamedResponseBytes)
    if (length < streamedResponseBytes) memoryOf.get(reply)?.give(streamedResponseBytes - length)
    done(null, payload)
  })
}
