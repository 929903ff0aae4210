import { MessageChannel } from 'node:worker_threads'

/**
 * [Note: Memory of what arrives]
 * Node's HTTP parser allocates up to 64 KiB for each piece of a request, which garbage collection frees after 64 MiB of
 * pieces and a scan of the whole heap. For a large upload that took a quarter of the CPU time. Transferring a buffer to
 * another thread detaches it at once, and a message to a closed port is discarded.
 */
const { port1: transferPort, port2: closedPort } = new MessageChannel()
closedPort.close()

/** Frees the memory of pieces that are not used any more, which leaves them empty. Shared memory is not freed. */
export function detachBuffers(pieces: readonly Uint8Array[]): void {
  const unshared = pieces.filter(({ length, buffer }) => length === buffer.byteLength)
  transferPort.postMessage(
    null,
    unshared.map(({ buffer }) => buffer as ArrayBuffer),
  )
}
