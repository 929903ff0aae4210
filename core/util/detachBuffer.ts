const { port1: nowhere, port2: end } = new MessageChannel()
end.close()

/**
 * Frees the memory of bytes that are no longer read. Without this it stays until a garbage collection, which is
 * triggered by a thread's own allocations and not by buffers it received. Posted to a closed port, because a
 * buffer emptied by `ArrayBuffer.transfer` is still referenced by the message that brought it.
 */
export function detachBuffer({ buffer }: Uint8Array<ArrayBuffer>): void {
  nowhere.postMessage(null, [buffer])
}
