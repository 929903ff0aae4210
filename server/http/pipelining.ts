import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum number of unanswered requests of a connection. Browsers, proxies and the command line send one at a time. */
export const maxPipelinedRequests = 8

/** Functions that start the requests of each connection: first the one in progress, then those that wait. */
const pipelines = new WeakMap<Socket, (() => void)[]>()

/**
 * [Note: Pipelining]
 *
 * HTTP/1.1 lets a client send requests before it has the responses to earlier ones. Node parses everything received,
 * some thousand requests in 64 KiB, and starts them all; each response, with the file that it is read from, is held
 * until those before it have been sent. So requests of a connection are started one after the other, each once the
 * previous response has been sent or aborted, and a connection with more than `maxPipelinedRequests` is destroyed.
 *
 * The body of a waiting request is not read. Node buffers 64 KiB of it in the chunks in which it was received, each of
 * which takes half a kilobyte: so a connection with such a body is destroyed, too.
 */
export function serializeRequests(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    // Requests that were parsed before the connection was destroyed are still emitted.
    if (socket.destroyed) return
    const pipeline = pipelines.get(socket) ?? []
    if (pipeline.length === maxPipelinedRequests || (pipeline.length > 0 && hasBody(request))) {
      socket.destroy()
      return
    }
    pipelines.set(socket, pipeline)
    const start = () => listener(request, response)
    pipeline.push(start)
    response.once('close', () => {
      pipeline.shift()
      // Otherwise the client has disconnected and the others need no response.
      if (socket.writable) pipeline[0]?.()
    })
    if (pipeline.length === 1) start()
  }
}

/** True if a request has a body that is not empty, or may have one. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
