import Sqlite from 'better-sqlite3'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How they come about is in its README. */
export const keptFolder = fileURLToPath(new URL('../../fixtures/databases', import.meta.url))

/** By the name of the latest migration that was applied to it, oldest first. */
export const keptDatabases = (): { name: string; sql: string }[] =>
  readdirSync(keptFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), sql: readFileSync(join(keptFolder, file), 'utf8') }))

export function restoreDatabase(sql: string, file: string): void {
  const database = new Sqlite(file)
  database.pragma('foreign_keys = OFF')
  database.exec(sql)
  database.close()
}

type Row = Record<string, unknown>

function queryDatabase<T>(folder: string, query: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(join(folder, 'sealpost.db'))
  try {
    return query(database)
  } finally {
    database.close()
  }
}

const masterQuery = (type: string) =>
  `select name, sql from sqlite_master where type = '${type}' and name not like 'sqlite_%' order by name`

const tablesOf = (database: Sqlite.Database) =>
  database.prepare<[], { name: string; sql: string }>(masterQuery('table')).all()

/** All rows by table, in the order in which they came. */
export const rowsByTable = (folder: string): Record<string, Row[]> =>
  queryDatabase(folder, (database) =>
    Object.fromEntries(
      tablesOf(database).map(({ name }) => [
        name,
        database.prepare<[], Row>(`select * from "${name}" order by rowid`).all(),
      ]),
    ),
  )

/** Columns by table, the indexes and the triggers. */
export const schemaOf = (folder: string): unknown =>
  queryDatabase(folder, (database) => ({
    tables: Object.fromEntries(
      tablesOf(database).map(({ name }) => [name, database.pragma(`table_xinfo("${name}")`)]),
    ),
    references: Object.fromEntries(
      tablesOf(database).map(({ name }) => [name, database.pragma(`foreign_key_list("${name}")`)]),
    ),
    indexes: database.prepare(masterQuery('index')).all(),
    triggers: database.prepare(masterQuery('trigger')).all(),
  }))

/** The database of the folder as SQL, which `restore` takes. */
export const dumpDatabase = (folder: string): string =>
  queryDatabase(folder, (database) => {
    const quoted = (value: unknown) =>
      // Bound as it is, a number would come back as a real one.
      typeof value === 'number' ? String(value) : database.prepare('select quote(?)').pluck().get(value)
    const rows = ({ name }: { name: string }) =>
      database
        .prepare<[], Row>(`select * from "${name}" order by rowid`)
        .all()
        .map((row) => `insert into "${name}" values (${Object.values(row).map(quoted).join(', ')});`)
    const sequence = database.prepare<[], Row>('select * from sqlite_sequence order by name').all()
    const indexes = database.prepare<[], { sql: string | null }>(masterQuery('index')).all()
    return [
      ...tablesOf(database).map(({ sql }) => `${sql};`),
      ...indexes.flatMap(({ sql }) => (sql === null ? [] : [`${sql};`])),
      ...tablesOf(database).flatMap(rows),
      ...database
        .prepare<[], { sql: string }>(masterQuery('trigger'))
        .all()
        .map(({ sql }) => `${sql};`),
      'delete from sqlite_sequence;',
      ...sequence.map(
        (row) => `insert into sqlite_sequence values (${Object.values(row).map(quoted).join(', ')});`,
      ),
      '',
    ].join('\n')
  })
