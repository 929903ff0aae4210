import type Sqlite from 'better-sqlite3'
import { open, type FileHandle } from 'node:fs/promises'

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
    this.#file ??= await open(`${this.#database.name}-wal`, 'r+')
    await this.#file.datasync()
  }

  checkpoint(): void {
    const checkpoint = () => this.#database.pragma('wal_checkpoint(full)') as { busy: number }[]
    if (this.#database.inTransaction || checkpoint()[0]?.busy !== 0)
      throw Object.assign(new Error('Another transaction uses the log.'), { code: 'SQLITE_BUSY' })
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }
}
