/** False in WebKit. Its streams lack backpressure, too (`workers/streamedDownload.ts`), and only the missing transfer can be detected. */
export function canTransferStreams(): boolean {
  const stream = new ReadableStream()
  try {
    structuredClone(stream, { transfer: [stream] })
    return true
  } catch {
    return false
  }
}
