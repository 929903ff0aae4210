import type { TestProject } from 'vitest/node'
import { hasObjectStore, type ObjectStore } from '../scripts/objectStore.ts'
import { hasPostgres } from '../scripts/postgres.ts'
import { startServices } from '../scripts/services.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which tests may make databases, as its superuser. */
    postgres: string | undefined
    /** An S3 store in which tests may make buckets, as the server's settings. */
    objectStore: ObjectStore['env'] | undefined
  }
}

/** For the tests that run on PostgreSQL and an S3 store. */
export default async function startScaledServices(project: TestProject): Promise<() => Promise<void>> {
  if (!hasPostgres() || !hasObjectStore()) {
    throw new Error('These tests need Debian packages: npm run unit:scaled installs them.')
  }
  // The rules of a store are told with parts of a few bytes.
  const { postgres, store, stop } = await startServices({ isKept: false, minPartBytes: 1 })
  project.provide('postgres', postgres)
  project.provide('objectStore', store.env)
  return stop
}
