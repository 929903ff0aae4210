import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../server/db/schema.ts'

/** Reads the rows instead of files, which a test cannot reach where the database is another program's. */
export async function readEveryRow(db: Kysely<Tables>): Promise<Buffer> {
  const tables = await db.introspection.getTables()
  const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db))
  return Buffer.from(JSON.stringify((await Promise.all(rows)).map((result) => result.rows)))
}

/** Reads each file below a folder. */
export async function readFolder(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
}
