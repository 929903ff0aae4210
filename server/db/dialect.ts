import {
  type ColumnBuilderCallback,
  type ColumnDataType,
  type Expression,
  type RawBuilder,
  sql,
} from 'kysely'

/** The little in which the two databases differ for our schema. */
export interface Dialect {
  /** Of ids, and of columns that name rows by them: any whole number that a request can name must be comparable. */
  idType: ColumnDataType
  idColumn: ColumnBuilderCallback
  /** Of texts that are compared as bytes, whatever the language of the database. */
  bytesType: ColumnDataType | Expression<unknown>
  /** Of bytes that are no text. */
  binaryType: ColumnDataType
  /** The highest id that a table has given, also to a row that is gone; null, 0 or no row: none yet. */
  lastId: (table: string) => RawBuilder<{ id: number | null }>
  /** Statements after which the table gives no id up to this one. */
  setLastId: (table: string, id: number) => readonly RawBuilder<unknown>[]
  /** Statements after which no row of the table is changed any more; it may go. */
  keepRows: (table: string) => readonly RawBuilder<unknown>[]
}

export const sqlite: Dialect = {
  idType: 'integer',
  idColumn: (column) => column.primaryKey().autoIncrement(),
  bytesType: 'text',
  binaryType: 'blob',
  lastId: (table) => sql`select seq as id from sqlite_sequence where name = ${table}`,
  setLastId: (table, id) => [
    sql`delete from sqlite_sequence where name = ${table}`,
    sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`,
  ],
  keepRows: (table) => [
    sql`create trigger ${sql.ref(`${table}_stays`)} before update on ${sql.table(table)}
      begin select raise(abort, 'rows of this table are never changed'); end`,
  ],
}

export const postgres: Dialect = {
  idType: 'bigint',
  // By default: rows that are moved here keep their ids.
  idColumn: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  bytesType: sql`text collate "C"`,
  binaryType: 'bytea',
  lastId: (table) =>
    sql`select pg_sequence_last_value(pg_get_serial_sequence(${`"${table}"`}, 'id')::regclass) as id`,
  setLastId: (table, id) => [sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), ${id})`],
  keepRows: (table) => [
    sql`create function ${sql.ref(`${table}_stays`)}() returns trigger language plpgsql as $$
      begin raise exception 'rows of this table are never changed'; end $$`,
    sql`create trigger ${sql.ref(`${table}_stays`)} before update on ${sql.table(table)}
      for each row execute function ${sql.ref(`${table}_stays`)}()`,
  ],
}
