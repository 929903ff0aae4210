import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thisMachine } from './machine.ts'
import { type ObjectStore, startObjectStore } from './objectStore.ts'
import { startPostgres } from './postgres.ts'

/** A PostgreSQL and an S3 store that servers side by side share. */
export interface Services {
  /** Of PostgreSQL's superuser: postgres://… */
  postgres: string
  store: ObjectStore
  /** Environment variables of a server on an empty database and an empty bucket. */
  settings: Record<string, string>
  /** Ends them and removes what they wrote. */
  stop: () => Promise<void>
}

/**
 * As an operator would run them, what they have confirmed is on disk, unless told otherwise: see startObjectStore.
 * @param machines where each of them runs
 */
export async function startServices(
  options: Parameters<typeof startObjectStore>[1] = { isKept: true },
  machines = { database: thisMachine, store: thisMachine },
): Promise<Services> {
  const folder = mkdtempSync(join(tmpdir(), 'sealpost-services-'))
  // PostgreSQL's own user has to come in.
  chmodSync(folder, 0o755)
  const stopping: (() => void | Promise<void>)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of stopping.splice(0).toReversed()) await end()
  }
  try {
    const postgres = await startPostgres(join(folder, 'postgres'), options.isKept, machines.database)
    stopping.push(() => postgres.remove())
    const store = await startObjectStore(join(folder, 'ceph'), { ...options, machine: machines.store })
    stopping.push(() => store.remove())
    const settings = { DATABASE_URL: postgres.url, ...store.env, S3_BUCKET: await store.newBucket() }
    return { postgres: postgres.url, store, settings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
