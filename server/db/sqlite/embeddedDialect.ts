import type Sqlite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely'
import { GroupCommit } from './groupCommit.ts'
import { SharedStatementCompiler } from './sharedStatementCompiler.ts'
import { StatementCache } from './statementCache.ts'
import { type DurableLog, WriteAheadLog } from './writeAheadLog.ts'

/**
 * Driver that begins all transactions as immediate ones, since they write. A deferred transaction that reads first fails
 * at its first write if another connection (the counters, the command line) has written since, and waiting does not help
 * it. An immediate one takes the write lock at its start, where it can wait.
 */
class EmbeddedDriver extends SqliteDriver {
  readonly #database: Sqlite.Database
  readonly #log: DurableLog
  readonly #commits: GroupCommit
  /** Resolves when the connection is free for its next user. */
  #free: Promise<null> = Promise.resolve(null)
  #setFree = (): void => undefined
  #hasChanged = false

  constructor(database: Sqlite.Database, log: DurableLog) {
    super({ database: new StatementCache(database, () => (this.#hasChanged = true)) })
    this.#database = database
    this.#log = log
    this.#commits = new GroupCommit(log)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const { promise, resolve } = Promise.withResolvers<null>()
    const free = this.#free
    this.#free = promise
    await free
    this.#setFree = () => resolve(null)
    this.#hasChanged = false
    return super.acquireConnection()
  }

  /**
   * Hands the connection to its next user, and then waits until the changes of this one are on disk. Kysely waits for
   * this before it returns results, except for streams, queries with a signal and `startTransaction`, which are
   * therefore not used.
   */
  override async releaseConnection(): Promise<void> {
    const hasChanged = this.#hasChanged
    if (hasChanged) this.#commits.countChange()
    this.#setFree()
    // Without changes, the results are valid even if the disk fails.
    await (hasChanged ? this.#commits.whenDurable() : this.#commits.whenSettled())
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** On a full disk SQLite may have rolled back by itself; another attempt would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }

  override async destroy(): Promise<void> {
    await this.#commits.whenSettled()
    await this.#log.close()
    await super.destroy()
  }
}

class EmbeddedAdapter extends SqliteAdapter {
  /** SQLite can roll back schema changes. Kysely's adapter denies that, and its migrator would not use a transaction. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Leaves waiting for the only connection to the driver: Kysely would wait until `releaseConnection` has ended. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

export class EmbeddedDialect extends SqliteDialect {
  readonly #database: Sqlite.Database
  readonly #log: DurableLog

  constructor(database: Sqlite.Database, log: DurableLog = new WriteAheadLog(database)) {
    super({ database })
    this.#database = database
    this.#log = log
  }

  override createDriver(): SqliteDriver {
    return new EmbeddedDriver(this.#database, this.#log)
  }

  override createAdapter(): SqliteAdapter {
    return new EmbeddedAdapter()
  }

  override createQueryCompiler(): SharedStatementCompiler {
    return new SharedStatementCompiler()
  }
}
