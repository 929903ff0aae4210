import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that have no answer yet. Browsers, proxies and the command line send one at a time. */
export const maxPipelinedRequests = 8

/** The request of each connection that is answered, and those that wait for it. */
const pipelines = new WeakMap<Socket, (() => void)[]>()

/**
 * [Note: Pipelining]
 *
 * HTTP/1.1 lets a client send requests before it has the answers to earlier ones. Node parses what has come in, some
 * thousand requests in 64 KiB, and begins them all; each answer, with the file that it is read from, is held until those
 * before it have gone out. So requests of one connection are begun one after the other, each when the answer before it
 * has gone out or was given up, and a connection with more than `maxPipelinedRequests` is destroyed.
 *
 * Nobody reads the body of a request that waits. Node holds 64 KiB of it, in as many chunks as it came in, each of which
 * takes half a kilobyte: so a connection with such a body is destroyed, too.
 */
export function oneAfterTheOther(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    // What was parsed before the connection was destroyed still arrives here.
    if (socket.destroyed) return
    const pipeline = pipelines.get(socket) ?? []
    if (pipeline.length === maxPipelinedRequests || (pipeline.length > 0 && hasBody(request))) {
      socket.destroy()
      return
    }
    pipelines.set(socket, pipeline)
    const begin = () => {
      listener(request, response)
    }
    pipeline.push(begin)
    response.once('close', () => {
      pipeline.shift()
      // Nobody is there to take the others' answers.
      if (socket.writable) pipeline[0]?.()
    })
    if (pipeline.length === 1) begin()
  }
}

/** True if a request has a body that is not empty, or may have one. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
