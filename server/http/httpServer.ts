import { createServer, type RequestListener, type Server } from 'node:http'
import { oneAfterTheOther } from './plugins/pipelining.ts'
import { connectionsCheckMs, headersMs, idleSocketMs } from './plugins/slowClients.ts'
import { keepAliveMs, maxHeaderBytes, maxHeaders } from './requestLimits.ts'

/** Makes the server of HTTP/1.1, which does not listen yet, with the bounds of its connections and heads. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      connectionsCheckingInterval: connectionsCheckMs,
      maxHeaderSize: maxHeaderBytes,
      keepAliveTimeout: keepAliveMs,
      // An upload takes as long as it takes: what stands still is cut by `idleSocketMs` and `unlessStalled`.
      requestTimeout: 0,
    },
    oneAfterTheOther(listener),
  )
  server.setTimeout(idleSocketMs)
  server.maxHeadersCount = maxHeaders
  return server
}
