import { type ColumnBuilderCallback, type ColumnDataType, type Expression, sql } from 'kysely'

/** The little in which the two databases differ for our schema. */
export interface Dialect {
  /** Of ids, and of columns that name rows by them: any whole number that a request can name must be comparable. */
  idType: ColumnDataType
  idColumn: ColumnBuilderCallback
  /** Of texts that are compared as bytes, whatever the language of the database. */
  bytesType: ColumnDataType | Expression<unknown>
  /** Of bytes that are no text. */
  binaryType: ColumnDataType
}

export const sqlite: Dialect = {
  idType: 'integer',
  idColumn: (column) => column.primaryKey().autoIncrement(),
  bytesType: 'text',
  binaryType: 'blob',
}

export const postgres: Dialect = {
  idType: 'bigint',
  // By default: rows that are moved here keep their ids.
  idColumn: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  bytesType: sql`text collate "C"`,
  binaryType: 'bytea',
}
