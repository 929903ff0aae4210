import type { DbDep } from '../db/database.ts'
import type { ClockDep } from '../util/isoTime.ts'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { readInstallationState } from '../db/installation/installationState.ts'
import { createServer } from '../http/nodeHttp.ts'
import { serializeRequests } from '../http/pipelining.ts'
import { connectionsCheckMs, headersTimeoutMs, idleSocketTimeoutMs } from '../http/clientTimeouts.ts'
import { maxHeaderBytes } from '../http/requestLimits.ts'
import { registerInstallationMetrics } from './installationMetrics.ts'
import { type InstanceMetricsDeps, registerInstanceMetrics } from './instanceMetrics.ts'
import { cachedQuery } from './cachedQuery.ts'
import type { Meters } from '../metrics/meters.ts'
import { createPromMeters } from './promMeters.ts'

/** Metrics of the server. The module is imported only if `METRICS_PORT` is set (decision 29). */
export interface Metrics {
  meters: Meters
  /** Starts the Prometheus endpoint. @returns its address @throws errors of listening */
  listen(where: { port: number; host: string }): Promise<string>
  close(): void
}

export function createMetrics(services: InstanceMetricsDeps & DbDep & ClockDep): Metrics {
  const registry = new Registry()
  const meters = createPromMeters(registry)
  registerInstanceMetrics(registry, services)
  registerInstallationMetrics(
    registry,
    cachedQuery(() => readInstallationState(services.db, services.now())),
  )
  let server: Server | undefined
  return {
    meters,
    async listen(where) {
      server = await listenForScrapes(registry, where)
      const { address, port, family } = server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`
    },
    close() {
      server?.close()
      server?.closeAllConnections()
    },
  }
}

const serverLimits = {
  headersTimeout: headersTimeoutMs,
  connectionsCheckingInterval: connectionsCheckMs,
  maxHeaderSize: maxHeaderBytes,
}

/** Serves only GET /metrics, on a port of its own: the pages' port exposes no metrics. @throws errors of listening */
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
  const server = createServer(serverLimits, listener)
  server.setTimeout(idleSocketTimeoutMs)
  server.listen({ port, host })
  await once(server, 'listening')
  return server
}
