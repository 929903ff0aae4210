import { attachmentHeaders } from './attachmentHeaders.ts'
import type { DownloadTask } from './downloadTask.ts'
import { Pace } from './pace.ts'

/** Pieces that wait for the browser. */
const piecesAhead = 16

/** The answer to the browser's request for a job: its bytes, as a file to be saved. */
export function streamedResponse(task: DownloadTask): Response {
  const pieces = task.pieces()
  const pace = task.job.paced ? new Pace() : null
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // At once, and not only when the browser asks for more: a full disk queue may take its time.
        task.signal.addEventListener('abort', () => {
          controller.error(task.signal.reason)
          void pieces.return()
        })
      },
      async pull(controller) {
        try {
          const next = await pieces.next()
          if (task.signal.aborted) return
          if (next.done) {
            controller.close()
            task.finished()
          } else {
            await pace?.take(next.value.length)
            controller.enqueue(next.value)
          }
        } catch (error) {
          // The task ends by this, and with it the stream.
          task.failed(error)
        }
      },
      cancel: () => task.cancelled(),
    },
    { highWaterMark: piecesAhead },
  )
  return new Response(stream, { headers: attachmentHeaders(task.job.filename, task.total) })
}
