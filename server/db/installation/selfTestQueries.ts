import { type Kysely, sql } from 'kysely'
import { postgres, sqlite, type SchemaDialect } from '../dialect.ts'
import type { Tables } from '../schema.ts'
import { countRows } from '../rowCounts.ts'

/** Size of the database file in bytes; null for PostgreSQL. */
export async function databaseBytes(db: Kysely<Tables>, dialect: SchemaDialect): Promise<number | null> {
  if (dialect !== sqlite) return null
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** 'ok', or the first problem found. Reads the whole file and blocks the process meanwhile. SQLite only. */
export async function quickCheck(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  return rows[0]?.quick_check ?? 'no result'
}

/** Current time on the database server; null for SQLite, which runs on this machine. */
export async function databaseTime(db: Kysely<Tables>, dialect: SchemaDialect): Promise<Date | null> {
  if (dialect !== postgres) return null
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return new Date(Number(rows[0]?.ms))
}

export const countGarbageBefore = (db: Kysely<Tables>, before: string): Promise<number> =>
  countRows(db.selectFrom('garbage').where('created_at', '<', before))
