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

/** The other way round, which WebKit does not have either. Nothing is produced before it is asked for. */
export function streamOf<T>(pieces: AsyncGenerator<T, void, void>): ReadableStream<T> {
  return new ReadableStream<T>(
    {
      async pull(controller) {
        const next = await pieces.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await pieces.return()
      },
    },
    { highWaterMark: 0 },
  )
}
