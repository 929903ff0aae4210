import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from '../http/nodeHttp.ts'
import type { Registry } from 'prom-client'
import { serializeRequests } from '../http/plugins/pipelining.ts'
import { connectionsCheckMs, headersTimeoutMs, idleSocketTimeoutMs } from '../http/plugins/slowClients.ts'
import { maxHeaderBytes } from '../http/requestLimits.ts'

const limits = {
  headersTimeout: headersTimeoutMs,
  connectionsCheckingInterval: connectionsCheckMs,
  maxHeaderSize: maxHeaderBytes,
}

/** Serves only GET /metrics, on a separate port that the pages' port does not expose. @throws errors of listening */
export async function listenForScrapes(
  registry: Registry,
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const listener = serializeRequests((request, response) => {
    const refuse = (status: number) => response.writeHead(status, { 'content-length': 0 }).end()
    if (request.url?.split('?', 1)[0] !== '/metrics') return void refuse(404)
    if (request.method !== 'GET') return void refuse(405)
    registry.metrics().then(
      (text) =>
        response
          .writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
          .end(text),
      () => refuse(500),
    )
  })
  const server = createServer(limits, listener)
  server.setTimeout(idleSocketTimeoutMs)
  server.listen({ port, host })
  await once(server, 'listening')
  return server
}
