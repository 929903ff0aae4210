import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { hasObjectStore, startObjectStore, type ObjectStore } from '../scripts/objectStore.ts'
import { hasPostgres, startPostgres } from '../scripts/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which tests may make databases, as its superuser. */
    postgres: string | undefined
    /** An S3 store in which tests may make buckets, as the server's settings. */
    objectStore: ObjectStore['env'] | undefined
  }
}

/** For the tests that run on PostgreSQL and an S3 store. */
export default async function scaled(project: TestProject): Promise<() => Promise<void>> {
  if (!hasPostgres() || !hasObjectStore()) {
    throw new Error('These tests need Debian packages: npm run unit:scaled installs them.')
  }
  const folder = mkdtempSync(join(tmpdir(), 'sealpost-scaled-'))
  // PostgreSQL's own user has to come in.
  chmodSync(folder, 0o755)
  const [postgres, store] = await Promise.all([
    startPostgres(join(folder, 'cluster'), false),
    // The rules of a store are told with parts of a few bytes.
    startObjectStore(join(folder, 'ceph'), { isKept: false, minPartBytes: 1 }),
  ])
  project.provide('postgres', postgres.url)
  project.provide('objectStore', store.env)
  return async () => {
    postgres.remove()
    await store.remove()
    rmSync(folder, { recursive: true })
  }
}
