/** False in WebKit, whose streams lack backpressure too (`workers/pace.ts`), which cannot be detected. */
export function streamsCanBeTransferred(): boolean {
  const stream = new ReadableStream()
  try {
    structuredClone(stream, { transfer: [stream] })
    return true
  } catch {
    return false
  }
}
