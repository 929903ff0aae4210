import Sqlite from 'better-sqlite3'
import { errorCode } from '../../../contract/systemErrors.ts'

export interface ServerLock {
  release(): void
}

/**
 * Makes this process the only server of a data folder; undefined if there is another one. Uses an SQLite lock on an
 * empty file: it works on every operating system, ends with the process in any case, and leaves the database open to
 * the command line.
 */
export function takeServerLock(file: string): ServerLock | undefined {
  const lock = new Sqlite(file, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return { release: () => void lock.close() }
  } catch (error) {
    lock.close()
    if (errorCode(error) === 'SQLITE_BUSY') return undefined
    throw error
  }
}
