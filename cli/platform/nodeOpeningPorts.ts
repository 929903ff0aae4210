import type { IncomingMessage } from 'node:http'
import { type ReadableByteStreamController, ReadableStream } from 'node:stream/web'
import { assertDefined } from '../../contract/assertDefined.ts'
import { KiB } from '../../contract/limits.ts'
import type { OpeningContext } from '../../core/open/openingContext.ts'
import type { OpeningPorts } from '../../core/ports.ts'
import { BufferPool } from '../../core/util/bufferPool.ts'
import { nodeHash } from './nodeHash.ts'
import type { RateLimiter } from './rateLimiter.ts'
import type { ServerClient } from './serverClient.ts'

/** Number of buffered bytes of a response from which on its connection is paused. */
const maxBufferedBytes = 512 * KiB

/** Ports that fetch sealed bytes from a server, without timeouts of their own. */
export const nodeOpeningPorts = (server: ServerClient): OpeningPorts => ({
  get: (url, options) => httpGet(server, url, options),
  beginHash: nodeHash,
})

/** Context that compares SHA-256 only of small files, and of those without a content root. */
export const nodeOpeningContext = (
  server: ServerClient,
  { blockers, signal }: Pick<OpeningContext, 'blockers' | 'signal'>,
): OpeningContext => ({
  ...nodeOpeningPorts(server),
  ...{ blockers, signal, memory: new BufferPool(), hasNoBackpressure: false, compareSha256: false },
})

/** A smaller and faster `fetch`, without redirects and encodings. */
function httpGet(
  server: ServerClient,
  url: string,
  { range, signal }: { range?: string; signal: AbortSignal },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = server.beginRequest('GET', url, {
      accept: '*/*',
      'accept-encoding': 'identity',
      ...(range !== undefined && { range }),
    })
    const abort = () => {
      reject(signal.reason as Error)
      request.destroy()
    }
    signal.addEventListener('abort', abort)
    request.on('response', (message) => {
      try {
        resolve(responseOf(message, server.rateLimiter, signal))
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
        request.destroy()
      }
    })
    request.on('error', reject)
    request.on('close', () => {
      signal.removeEventListener('abort', abort)
      reject(new Error('The connection ended without a response.'))
    })
    request.end()
  })
}

/** Converts a response of Node. @throws TypeError if it is not valid as a Response */
function responseOf(message: IncomingMessage, rate: RateLimiter | undefined, signal: AbortSignal): Response {
  const { statusCode, statusMessage, headers } = message
  const status = assertDefined(statusCode)
  const textHeaders = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const head = { status, statusText: assertDefined(statusMessage), headers: textHeaders }
  // These statuses have no body. Node's stream types differ from those of browsers.
  if (status !== 204 && status !== 205 && status !== 304)
    return new Response(bodyStream(message, rate, signal) as never, head)
  message.resume()
  return new Response(null, head)
}

/** The body as a stream with backpressure. Errors with the signal's reason, or if the connection breaks. */
function bodyStream(
  message: IncomingMessage,
  rate: RateLimiter | undefined,
  signal: AbortSignal,
): ReadableStream {
  const buffered: Buffer[] = []
  let bufferedBytes = 0
  let isEnded = false
  let wake: () => void = () => undefined
  message.on('data', (bytes: Buffer) => {
    buffered.push(bytes)
    bufferedBytes += bytes.length
    if (bufferedBytes >= maxBufferedBytes) message.pause()
    wake()
  })
  const end = () => {
    isEnded = true
    wake()
  }
  message.on('error', () => undefined)
  message.on('close', end)
  message.on('end', end)

  /** Copies the available bytes. */
  const fill = (view: Uint8Array): number => {
    let filled = 0
    for (let first = buffered[0]; first && filled < view.length; [first] = buffered) {
      const portion = first.subarray(0, view.length - filled)
      view.set(portion, filled)
      filled += portion.length
      if (portion.length < first.length) buffered[0] = first.subarray(portion.length)
      else buffered.shift()
    }
    bufferedBytes -= filled
    if (bufferedBytes < maxBufferedBytes) message.resume()
    return filled
  }

  return new ReadableStream({
    type: 'bytes',
    async pull(controller: ReadableByteStreamController) {
      while (buffered.length === 0 && !isEnded) await new Promise<void>((resolve) => (wake = resolve))
      const maxBytes = Math.min(
        bufferedBytes,
        controller.byobRequest?.view?.byteLength ?? Infinity,
        rate?.portionBytes ?? Infinity,
      )
      if (maxBytes > 0) await rate?.take(maxBytes)
      const { byobRequest } = controller
      if (buffered.length > 0) {
        const view = byobRequest?.view
        if (view) byobRequest.respond(fill(new Uint8Array(view.buffer, view.byteOffset, maxBytes)))
        else {
          const bytes = new Uint8Array(maxBytes)
          fill(bytes)
          controller.enqueue(bytes)
        }
      } else if (message.complete) {
        controller.close()
        byobRequest?.respond(0)
      } else {
        signal.throwIfAborted()
        throw new Error('The response broke off.')
      }
    },
    cancel() {
      buffered.length = bufferedBytes = 0
      // A complete response frees its connection for the next.
      if (message.complete) message.resume()
      else message.destroy()
      end()
    },
  })
}
