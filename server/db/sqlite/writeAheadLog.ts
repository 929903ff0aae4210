import type Sqlite from 'better-sqlite3'
import { open, type FileHandle } from 'node:fs/promises'
import { assertDefined } from '../../../contract/assertDefined.ts'

/** A log whose changes have to be made durable. */
export interface DurableLog {
  /** Makes all changes before the call durable, without blocking this thread. @throws the error of the disk */
  sync(): Promise<void>
  /** Writes all changes into the database, durably. @throws errors of the disk; Error if another transaction prevents it */
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

  /** Syncs the file through a handle of its own. SQLite holds no locks on the file that closing the handle would release. */
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

  /** Path of the log. It is beside the file that SQLite names: a connection may be opened by a symbolic link. */
  get #path(): string {
    const [main] = this.#database.pragma('database_list') as { file: string }[]
    return `${assertDefined(main).file}-wal`
  }

  /** Tries a checkpoint without waiting for other transactions, which would block the thread. */
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
