import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestMemory, MemoryBudget } from './memoryBudget.ts'
import { addressOrNetwork } from './ipAddresses.ts'

/** Calls `end` once, when the response has been sent or the client has disconnected. */
export function onResponseClosed(request: FastifyRequest, reply: FastifyReply, onClosed: () => void): void {
  // Disconnected in the meantime: the event has already been emitted.
  if (reply.raw.closed || request.raw.socket.destroyed) onClosed()
  else reply.raw.once('close', onClosed)
}

/** Takes memory until the response is closed. @returns the error of `take`, after which no memory is held */
export function takeRequestMemory(
  memory: MemoryBudget,
  request: FastifyRequest,
  reply: FastifyReply,
  take: (account: RequestMemory) => void,
): Error | undefined {
  const account = memory.openAccount(addressOrNetwork(request.ip))
  try {
    take(account)
  } catch (error) {
    account.release()
    return error as Error
  }
  onResponseClosed(request, reply, () => account.release())
  return undefined
}
