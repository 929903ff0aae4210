/**
 * True if streams can be transferred to other threads. WebKit cannot, and its streams lack backpressure, too
 * (`workers/streamedDownload.ts`), which cannot be detected otherwise.
 */
export function canTransferStreams(): boolean {
  const stream = new ReadableStream()
  try {
    structuredClone(stream, { transfer: [stream] })
    return true
  } catch {
    return false
  }
}
