/**
 * False in WebKit, whose streams also lack backpressure (see `workers/pace.ts`). That cannot be detected; the
 * missing transfer can.
 */
export function streamsCanBeTransferred(): boolean {
  const stream = new ReadableStream()
  try {
    structuredClone(stream, { transfer: [stream] })
    return true
  } catch {
    return false
  }
}
