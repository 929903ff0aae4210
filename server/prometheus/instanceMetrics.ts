import type { Database } from '../db/database.ts'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { version } from '../version.ts'
import type { MemoryDep } from '../http/memoryBudget.ts'
import type { BlobsDep } from '../blobs/blobStore.ts'
import type { RouteSettings } from '../config/config.ts'

export type InstanceMetricsDeps = MemoryDep &
  BlobsDep &
  Pick<RouteSettings, 'minFreeBytes'> & { database: Pick<Database, 'connections'> }

/** Metrics of this process and its machine, read when they are scraped; see [Note: Scope of metrics]. */
export function registerInstanceMetrics(
  registry: Registry,
  { memory, database, blobs, minFreeBytes }: InstanceMetricsDeps,
): void {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'sealpost_info',
    help: 'Always 1; its label says which version runs.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  new Gauge({
    name: 'sealpost_request_memory_bytes',
    help: 'Memory that running requests hold.',
    registers,
    collect() {
      this.set(memory.held)
    },
  })
  new Gauge({
    name: 'sealpost_request_memory_limit_bytes',
    help: 'Memory that requests may hold together; beyond it they are refused with 503.',
    registers,
  }).set(memory.total)
  new Gauge({
    name: 'sealpost_database_connections',
    help: 'Connections of this instance to PostgreSQL by state, and requests that wait for one; none with SQLite.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.connections?.() ?? {})) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'sealpost_disk_free_bytes',
    help: 'Free bytes of the disk with the files; none with an S3 store, which knows no end.',
    registers,
    async collect() {
      const free = await blobs.freeBytes().catch(() => undefined)
      if (free === undefined) this.remove()
      else this.set(free)
    },
  })
  new Gauge({
    name: 'sealpost_disk_floor_bytes',
    help: 'MIN_FREE_BYTES: with less free, uploads are refused.',
    registers,
  }).set(minFreeBytes)
}
