import Sqlite from 'better-sqlite3'

/** Opens a connection to the database that overwrites deleted content with zeros; SQLite would leave it in the file. */
export function openConnection(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  const connection = new Sqlite(file, options)
  connection.pragma('secure_delete = ON')
  return connection
}
