import type Sqlite from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { InsertStatement, isInsert } from './insertStatement.ts'

/** Maximum number of kept statements: several times as many as a busy server uses. */
export const maxKeptStatements = 256
/** Maximum length of a kept statement: longer ones are rare, and SQLite allocates memory for each parameter. */
export const maxKeptSqlLength = 2048

const isCacheable = (sql: string) => /^(?:select|insert|update|delete|begin|commit|rollback)\b/.test(sql)

interface PreparedStatement {
  readonly statement: SqliteStatement
  readonly isReadonly: boolean
}

/**
 * Keeps prepared statements by their text, and removes the least recently used one if there are too many. Preparing takes
 * longer than running most queries, and compiles a function for the shape of the rows.
 */
export class StatementCache implements SqliteDatabase {
  readonly #database: Sqlite.Database
  readonly #onChange: () => void
  readonly #kept = new Map<string, PreparedStatement>()

  /** @param onChange called when a statement that may change the database is about to run */
  constructor(database: Sqlite.Database, onChange: () => void = () => undefined) {
    this.#database = database
    this.#onChange = onChange
  }

  get size(): number {
    return this.#kept.size
  }

  prepare(sql: string): SqliteStatement {
    const { statement, isReadonly } = this.#take(sql)
    if (!isReadonly) this.#onChange()
    return statement
  }

  #take(sql: string): PreparedStatement {
    const kept = this.#kept.get(sql)
    if (kept !== undefined) {
      this.#kept.delete(sql)
      this.#kept.set(sql, kept)
      return kept
    }
    const prepared = this.#database.prepare<readonly unknown[]>(sql)
    const statement = isInsert(sql) ? new InsertStatement(this.#database, prepared) : prepared
    const taken = { statement, isReadonly: prepared.readonly }
    // Other statements may change the columns of kept ones, or need that none is prepared, as some pragmas do.
    if (!isCacheable(sql)) this.#kept.clear()
    else if (sql.length <= maxKeptSqlLength) this.#keep(sql, taken)
    return taken
  }

  #keep(sql: string, statement: PreparedStatement): void {
    this.#kept.set(sql, statement)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxKeptStatements && oldest !== undefined) this.#kept.delete(oldest)
  }

  close(): void {
    this.#kept.clear()
    this.#database.close()
  }
}
