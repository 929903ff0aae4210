import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import type { Services } from '../context.ts'
import { installationState } from '../db/installationState.ts'
import { registerInstallationMetrics } from './installation.ts'
import { registerInstanceMetrics } from './instance.ts'
import { cached } from './cached.ts'
import type { Meters } from './meters.ts'
import { listenForScrapes } from './metricsServer.ts'
import { createPromMeters } from './promMeters.ts'

/** Metrics of the server. The module is imported only if `METRICS_PORT` is set (decision 29). */
export interface Metrics {
  /** Meters to report events to. */
  meters: Meters
  /** Starts the Prometheus endpoint. @returns its address @throws errors of listening */
  listen(where: { port: number; host: string }): Promise<string>
  close(): void
}

export function createMetrics(services: Services): Metrics {
  const registry = new Registry()
  const meters = createPromMeters(registry)
  registerInstanceMetrics(registry, services)
  registerInstallationMetrics(
    registry,
    cached(() => installationState(services.db, services.now())),
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
