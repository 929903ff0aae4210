import type { ColumnBuilderCallback, ColumnDataType } from 'kysely'

/** The little in which the two databases differ for our schema. */
export interface Dialect {
  idType: ColumnDataType
  idColumn: ColumnBuilderCallback
}

export const sqlite: Dialect = {
  idType: 'integer',
  idColumn: (column) => column.primaryKey().autoIncrement(),
}
