import type { ColumnBuilderCallback, ColumnDataType } from 'kysely'

/** The little in which the two databases differ for our schema. */
export interface Dialect {
  /** Of ids, and of columns that name rows by them: any whole number that a request can name must be comparable. */
  idType: ColumnDataType
  idColumn: ColumnBuilderCallback
}

export const sqlite: Dialect = {
  idType: 'integer',
  idColumn: (column) => column.primaryKey().autoIncrement(),
}

export const postgres: Dialect = {
  idType: 'bigint',
  // By default: rows that are moved here keep their ids.
  idColumn: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
}
