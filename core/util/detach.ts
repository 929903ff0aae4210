const { port1: nowhere, port2: end } = new MessageChannel()
end.close()

/**
 * Frees the memory of bytes that nobody reads any more, which are empty then. Without this it stays until the garbage
 * collector runs, and that looks at what a thread has made and not at what it was handed. Sent to a closed port, because
 * a buffer that is only emptied (`ArrayBuffer.transfer`) is still held by the message that it came with.
 */
export function detach({ buffer }: Uint8Array<ArrayBuffer>): void {
  nowhere.postMessage(null, [buffer])
}
