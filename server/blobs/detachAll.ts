import { MessageChannel } from 'node:worker_threads'

/**
 * [Note: Memory of what arrives]
 * Node's parser makes memory of its own for each piece of a request, up to 64 KiB, and there it stays until the garbage
 * collector finds it: after 64 MiB of them, and a walk through all objects of the server. For a large upload that was a
 * quarter of the server's work, and every piece was written to memory that nothing had used lately, which costs more
 * still. Memory that is sent to another thread leaves this one at once, and what is sent to a closed port goes nowhere.
 */
const { port1: nowhere, port2: end } = new MessageChannel()
end.close()

/** Frees the memory of pieces that nobody reads any more: they are empty then. A piece of shared memory stays as it is. */
export function detachAll(pieces: readonly Uint8Array[]): void {
  const alone = pieces.filter(({ length, buffer }) => length === buffer.byteLength)
  nowhere.postMessage(
    null,
    alone.map(({ buffer }) => buffer as ArrayBuffer),
  )
}
