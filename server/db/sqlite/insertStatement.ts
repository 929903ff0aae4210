import type Sqlite from 'better-sqlite3'
import type { SqliteStatement } from 'kysely'

type Parameters = readonly unknown[]

/** True for statements that `InsertStatement` runs. */
export const isInsert = (sql: string): boolean => sql.startsWith('insert')

/**
 * An insert of one row. If its parameters are rows (`SharedStatementCompiler`), it runs once for each of them, and inserts
 * all or none. This takes half the time of reading the rows from a parameter with JSON.
 */
export class InsertStatement implements SqliteStatement {
  readonly #statement: Sqlite.Statement<Parameters>
  readonly #transact: <T>(work: () => T) => T

  constructor(database: Sqlite.Database, statement: Sqlite.Statement<Parameters>) {
    this.#statement = statement
    const transact = database.transaction((work: () => unknown) => work())
    this.#transact = <T>(work: () => T) => transact(work) as T
  }

  get reader(): boolean {
    return this.#statement.reader
  }

  all(parameters: Parameters): unknown[] {
    if (!areRows(parameters)) return this.#statement.all(parameters)
    return this.#transact(() => parameters.flatMap((row) => this.#statement.all(row)))
  }

  run(parameters: Parameters): Sqlite.RunResult {
    if (!areRows(parameters)) return this.#statement.run(parameters)
    return this.#transact(() =>
      parameters.reduce<Sqlite.RunResult>(
        ({ changes }, row) => {
          const result = this.#statement.run(row)
          return { ...result, changes: changes + result.changes }
        },
        { changes: 0, lastInsertRowid: 0 },
      ),
    )
  }

  iterate(parameters: Parameters): IterableIterator<unknown> {
    return this.#statement.iterate(parameters)
  }
}

/** True if the parameters are rows, as no value of a column is an array. */
const areRows = (parameters: Parameters): parameters is readonly Parameters[] => Array.isArray(parameters[0])
