import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { atEnd } from '../forSuite.ts'

/** The URL of an empty database of PostgreSQL that goes with the test or its suite; undefined where tests use SQLite. */
export async function scratchDatabase(): Promise<string | undefined> {
  const server = inject('postgres')
  if (server === undefined) return undefined
  const onServer = (statement: string) => runOn(server, statement)
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name}`)
  atEnd(() => onServer(`drop database ${name} with (force)`))
  const url = new URL(server)
  url.pathname = name
  return url.href
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
