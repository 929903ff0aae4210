// Writes server/db/tables.ts, the types of the tables that the migrations make:
//   npm run tables
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteKysely } from '../server/db/sqlite/sqlite.ts'
import { describeTables } from './describeTables.ts'

const folder = await mkdtemp(join(tmpdir(), 'sealpost-tables-'))
try {
  const db = await openSqliteKysely(join(folder, 'sealpost.db'))
  const text = await describeTables(db, 'sqlite')
  await db.destroy()
  await writeFile(new URL('../server/db/tables.ts', import.meta.url), text)
} finally {
  await rm(folder, { recursive: true })
}
