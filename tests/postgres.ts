import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { hasPostgres, startPostgres } from '../scripts/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which tests may make databases, as its superuser. */
    postgres: string | undefined
  }
}

/** For the tests that run on PostgreSQL. */
export default async function postgres(project: TestProject): Promise<() => void> {
  if (!hasPostgres()) throw new Error('These tests need the Debian package postgresql: see README.md.')
  const folder = mkdtempSync(join(tmpdir(), 'sealpost-postgres-'))
  // PostgreSQL's own user has to come in.
  chmodSync(folder, 0o755)
  const server = await startPostgres(join(folder, 'cluster'), false)
  project.provide('postgres', server.url)
  return () => {
    server.remove()
    rmSync(folder, { recursive: true })
  }
}
