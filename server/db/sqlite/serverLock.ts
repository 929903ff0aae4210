import Sqlite from 'better-sqlite3'

export interface ServerLock {
  release(): void
}

/**
 * Makes this process the only server of a data folder; undefined when another one is. The lock is SQLite's, on a
 * file that holds nothing: it works on every system, ends with the process however that ends, and leaves the database
 * open for the command line.
 */
export function takeServerLock(file: string): ServerLock | undefined {
  const lock = new Sqlite(file, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return { release: () => void lock.close() }
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
}
