import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestMemory, MemoryBudget } from './memoryBudget.ts'
import { addressOrNetwork } from './ipAddresses.ts'

/** Calls `end` once, when the response has been sent or the client has disconnected. */
export function onResponseClosed(request: FastifyRequest, reply: FastifyReply, end: () => void): void {
  // Disconnected in the meantime: the event has already been emitted.
  if (reply.raw.closed || request.raw.socket.destroyed) end()
  else reply.raw.once('close', end)
}

/** Takes memory until the response is closed. @returns the error of `take`, if any; then nothing is held */
export function takeRequestMemory(
  memory: MemoryBudget,
  request: FastifyRequest,
  reply: FastifyReply,
  take: (held: RequestMemory) => void,
): Error | undefined {
  const held = memory.openAccount(addressOrNetwork(request.ip))
  try {
    take(held)
  } catch (error) {
    held.release()
    return error as Error
  }
  onResponseClosed(request, reply, () => held.release())
  return undefined
}
