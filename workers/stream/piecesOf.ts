/** Async iteration of a stream, which WebKit does not have. Cancels the stream when the consumer stops early. */
export async function* piecesOf<T>(stream: ReadableStream<T>): AsyncGenerator<T, void, void> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    // A stream that failed has nothing left to cancel, and says so with the error that the consumer already has.
    await reader.cancel().catch(() => undefined)
  }
}
