/**
 * Whether streams hold back their source cannot be seen from inside. The one engine whose streams do not (WebKit, see
 * `workers/pace.ts`) is also the one that cannot hand a stream to another thread, and that can be seen.
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
