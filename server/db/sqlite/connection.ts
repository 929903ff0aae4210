import Sqlite from 'better-sqlite3'

/** Any connection to our database: SQLite would leave what is deleted where it was, this overwrites it with zeros. */
export function connect(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  const connection = new Sqlite(file, options)
  connection.pragma('secure_delete = ON')
  return connection
}
