import type { RequestListener, Server } from 'node:http'
import { createServer } from './nodeHttp.ts'
import { serializeRequests } from './pipelining.ts'
import { connectionsCheckMs, headersTimeoutMs, idleSocketTimeoutMs } from './clientTimeouts.ts'
import { keepAliveMs, maxHeaderBytes, maxHeaders } from './requestLimits.ts'

/** Creates the HTTP/1.1 server, not listening yet, with limits for its connections and headers. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: connectionsCheckMs,
      maxHeaderSize: maxHeaderBytes,
      keepAliveTimeout: keepAliveMs,
      // No limit, as uploads may take long: stalled ones are ended by `idleSocketTimeoutMs` and `readUnlessStalled`.
      requestTimeout: 0,
    },
    serializeRequests(listener),
  )
  server.setTimeout(idleSocketTimeoutMs)
  server.maxHeadersCount = maxHeaders
  return server
}
