import type Sqlite from 'better-sqlite3'
import { open, type FileHandle } from 'node:fs/promises'
import { assertDefined } from '../../../contract/assertDefined.ts'

/** A log whose changes have to be made durable. */
export interface DurableLog {
  /** Makes all changes before the call durable, without blocking this thread. @throws the error of the disk */
  sync(): Promise<void>
  /** Writes all changes into the database, durably. @throws Error, also if another transaction prevents it */
  checkpoint(): void
  close(): Promise<void>
}

/** The write-ahead log of an open database, synced from outside of SQLite. */
export class WriteAheadLog implements DurableLog {
  readonly #database: Sqlite.Database
  #file: FileHandle | undefined

  constructor(database: Sqlite.Database) {
    this.#database = database
  }

  /** SQLite keeps the file while the database is open, and holds no locks on it that closing it here would release. */
  async sync(): Promise<void> {
    this.#file ??= await open(this.#path, 'r+')
    await this.#file.datasync()
  }

  checkpoint(): void {
    if (this.#database.inTransaction || !this.#tryCheckpoint())
      throw Object.assign(new Error('Another transaction uses the log.'), { code: 'SQLITE_BUSY' })
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }

  /** The name of a connection may be a symbolic link, beside which there is no log. */
  get #path(): string {
    const [main] = this.#database.pragma('database_list') as { file: string }[]
    return `${assertDefined(main).file}-wal`
  }

  /** Waits for no other transaction, since this blocks the thread. */
  #tryCheckpoint(): boolean {
    const busyMs = Number(this.#database.pragma('busy_timeout', { simple: true }))
    this.#database.pragma('busy_timeout = 0')
    try {
      return this.#database.pragma('wal_checkpoint(full)', { simple: true }) === 0
    } finally {
      this.#database.pragma(`busy_timeout = ${busyMs}`)
    }
  }
}
